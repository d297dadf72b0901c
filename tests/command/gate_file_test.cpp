// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_file.hpp"

#include <catch2/catch.hpp>

namespace mcheck::command::gate_file_test {
namespace {

using Words = std::vector<std::string>;

GateFile parsed(const std::string& text) {
  auto read = parse_gate_file(text);
  if (const auto* errors = std::get_if<std::vector<TomlError>>(&read)) FAIL(errors->at(0).what);
  return std::get<GateFile>(std::move(read));
}

std::string refused(const std::string& text) {
  const auto read = parse_gate_file(text);
  const auto* errors = std::get_if<std::vector<TomlError>>(&read);
  if (errors == nullptr) return "accepted";
  std::string errors_text;
  for (const TomlError& error : *errors) {
    errors_text += (errors_text.empty() ? "" : "\n") + std::to_string(error.place.line) + ":" +
                   std::to_string(error.place.column) + ": " + error.what;
  }
  return errors_text;
}

}  // namespace

TEST_CASE("a gate's file tells what to run and what is wanted") {
  const GateFile gate = parsed(
      "[gate]\nbudget = \"5m\"\njobs = 2\nincomplete = \"warn\"\ncache = \"\"\n"
      "baseline = \"known.json\"\n"
      "[[kernel]]\nname = \"ring\"\nprogram = \"build/ring\"\ntest = \"push\"\n"
      "arguments = [\"4\", \"--\"]\nbound = 2\nstrategy = \"optimal\"\nbudget = 1.5\n"
      "expect = \"bug\"\nallow = [\"MC004\"]\nsuppressions = \"s.txt\"\n"
      "options = { spurious = 1, keep-going = true, timeouts = \"off\" }\n"
      "[[kernel]]\nprogram = \"build/queue\"\n[[class]]\nname = \"Mine\"\n");
  CHECK(gate.seconds == 300);
  CHECK(gate.jobs == 2);
  CHECK_FALSE(gate.incomplete_fails);
  CHECK(gate.cache.empty());
  CHECK(gate.baseline == "known.json");
  REQUIRE(gate.kernels.size() == 2);
  const Kernel& ring = gate.kernels[0];
  CHECK(ring.name == "ring");
  CHECK(ring.program == "build/ring");
  CHECK(ring.test == "push");
  CHECK(ring.arguments == Words{"4", "--"});
  CHECK(ring.expected == "bug");
  CHECK(ring.allowed == Words{"MC004"});
  CHECK(ring.seconds == 1.5);
  CHECK(ring.options == Words{"--bound", "2", "--strategy", "optimal", "--suppressions", "s.txt",
                              "--spurious", "1", "--timeouts", "off", "--keep-going"});
  CHECK(gate.kernels[1].name == "queue");
  CHECK(gate.kernels[1].expected == "verified");
}

TEST_CASE("a class of a header, or of a program, is a kernel of a gate's file") {
  const GateFile gate = parsed(
      "[[kernel]]\nheader = \"include/queue.hpp\"\nclass = \"queue<int>\"\ntests = 50\nseed = 7\n"
      "oracle = \"races\"\nflags = [\"-Iinclude\"]\noptions = { consistency = \"sequential\" }\n"
      "[[kernel]]\nheader = \"<deque>\"\nclass = \"queue[int]\"\nexpect = \"bug\"\n"
      "[[kernel]]\nprogram = \"build/ring\"\nclass = \"ring\"\n");
  REQUIRE(gate.kernels.size() == 3);
  const Kernel& queue = gate.kernels[0];
  CHECK(queue.is_class());
  CHECK(queue.name == "queue<int>");
  CHECK(queue.header == "include/queue.hpp");
  CHECK(queue.expected == "no-violation");
  CHECK(queue.arguments == Words{"-Iinclude"});
  CHECK(queue.options ==
        Words{"--tests", "50", "--seed", "7", "--oracle", "races", "--consistency", "sequential"});
  CHECK(queue.build_folder == "build/mcheck-synth/queue_int");
  CHECK(gate.kernels[1].build_folder == "build/mcheck-synth/queue_int_2");
  CHECK(gate.kernels[1].options == Words{"--tests", "200"});
  CHECK(gate.kernels[2].is_class());
  CHECK(gate.kernels[2].program == "build/ring");
  CHECK_FALSE(parsed("[[kernel]]\nprogram = \"x\"\n").kernels[0].is_class());
}

TEST_CASE("keys of a program and of a class are not mixed in a gate's file") {
  CHECK(refused("[[kernel]]\nclass = \"x\"\n") == "1:1: a [[kernel]] of a class has no 'header'");
  CHECK(refused("[[kernel]]\nheader = \"x.hpp\"\nprogram = \"x\"\nclass = \"x\"\n") ==
        "3:11: a class has a 'header' or a 'program', not both");
  CHECK(refused("[[kernel]]\nheader = \"x.hpp\"\nbound = 2\n") ==
        "3:1: 'bound' is unknown in a [[kernel]] of a class");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\nclass = \"x\"\nflags = [\"-I.\"]\n")
            .starts_with("4:1: 'flags' is unknown in a [[kernel]] of a class"));
  CHECK(refused("[[kernel]]\nheader = \"x.hpp\"\nexpect = \"verified\"\n") ==
        "3:10: 'verified' is none of no-violation, bug and incomplete");
  CHECK(refused("[[kernel]]\nheader = \"x.hpp\"\noracle = \"race\"\n") ==
        "3:10: 'race' is none of all, failures, races and linearizability; did you mean 'races'?");
  CHECK(refused("[[kernel]]\nheader = \"x.hpp\"\ntests = 0\n") == "3:9: 'tests' is at least 1");
  CHECK(refused("[[kernel]]\nheader = \"x.hpp\"\noptions = { seed = 1 }\n") ==
        "3:13: 'seed' is unknown in options");
  CHECK(refused("[[kernel]]\nheadr = \"x.hpp\"\nprogram = \"x\"\n") ==
        "2:1: 'headr' is unknown in a [[kernel]]; did you mean 'header'?");
}

TEST_CASE("all that is wrong in a gate's file is told at once, in the order of the lines") {
  CHECK(
      refused("[gate]\njobs = \"two\"\nhtlm = \"x\"\n"
              "[[kernel]]\nprogram = 3\nbonud = 2\noptions = { spurious = true }\n"
              "[[kernel]]\nprogram = \"x\"\nexpect = \"bgu\"\n") ==
      "2:8: 'jobs' is a whole number, not a text\n"
      "3:1: 'htlm' is unknown in [gate]; did you mean 'html'?\n"
      "5:11: 'program' is a text, not a whole number\n"
      "6:1: 'bonud' is unknown in a [[kernel]]; did you mean 'bound'?\n"
      "7:24: 'spurious' is a text or a whole number, not true or false\n"
      "10:10: 'bgu' is none of verified, bug, incomplete and not-repeatable; did you mean 'bug'?");
}

TEST_CASE("what is wrong in a gate's file is told with its line, its column and the nearest name") {
  CHECK(refused("") == "1:1: there is no [[kernel]]");
  CHECK(refused("[[kernel]]\nbound = 1\n") == "1:1: a [[kernel]] has no 'program'");
  CHECK(refused("[[kernel]]\nbound = 1\nprogam = \"x\"\n") ==
        "3:1: 'progam' is unknown in a [[kernel]]; did you mean 'program'?");
  CHECK(refused("[[kernel]]\nprogram = 3\n") == "2:11: 'program' is a text, not a whole number");
  CHECK(refused("[gate]\njobs = \"two\"\n") == "2:8: 'jobs' is a whole number, not a text");
  CHECK(refused("[gate]\nhtml = true\n").starts_with("2:8: 'html' is a text, not "));
  CHECK(refused("[gate]\nincomplete = \"wran\"\n") ==
        "2:14: 'wran' is none of fail and warn; did you mean 'warn'?");
  CHECK(refused("gate = 3\n").starts_with("1:8: [gate] is a table, not "));
  CHECK(refused("[[kernel]]\nprogram = \"x\"\nbonud = 2\n") ==
        "3:1: 'bonud' is unknown in a [[kernel]]; did you mean 'bound'?");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\nbound = \"2\"\n") ==
        "3:9: 'bound' is a whole number, not a text");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\nbound = -2\n") == "3:9: 'bound' is not negative");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\nexpect = \"verifed\"\n") ==
        "3:10: 'verifed' is none of verified, bug, incomplete and not-repeatable; did you mean "
        "'verified'?");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\narguments = [\"a\", 1]\n") ==
        "3:19: 'arguments' is a list of texts, not a whole number");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\nbudget = \"long\"\n") ==
        "3:10: not a duration: \"30s\", \"2m\" or 30");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\nallow = [\"MC999\"]\n")
            .starts_with("3:9: there is no"));
  CHECK(refused("[[kernel]]\nprogram = \"x\"\noptions = { spurios = 1 }\n") ==
        "3:13: 'spurios' is unknown in options; did you mean 'spurious'?");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\noptions = { keep-going = 1 }\n") ==
        "3:26: 'keep-going' is true or false, not a whole number");
  CHECK(refused("[[kernel]]\nprogram = \"x\"\noptions = { spurious = [1] }\n")
            .starts_with("3:24: 'spurious' is a text or a whole number, not "));
  CHECK(refused("[gate]\nbugdet = 1\n[[kernel]]\nprogram = \"x\"\n") ==
        "2:1: 'bugdet' is unknown in [gate]; did you mean 'budget'?");
  CHECK(refused("[[kernal]]\nprogram = \"x\"\n") ==
        "1:3: 'kernal' is unknown; did you mean 'kernel'?");
  CHECK(refused("[kernel]\nprogram = \"x\"\n") == "1:1: kernels are written [[kernel]]");
  CHECK(refused("[[kernel]]\nprogram = \"a/x\"\n[[kernel]]\nprogram = \"b/x\"\n") ==
        "3:1: two kernels are called 'x' (the other stands in line 1)");
}

}  // namespace mcheck::command::gate_file_test
