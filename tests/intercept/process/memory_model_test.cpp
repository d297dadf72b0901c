// SPDX-License-Identifier: MIT
// --memory rc11: which strategies and options go with it, and what a verdict assumes.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::memory_model_test {
namespace {

const std::string kOlder = "older_values";
const std::string kRc11 = "--memory rc11 ";

std::string refusal(const std::string& options) {
  const ShellResult ran = run_shell(explore(kOlder, kRc11 + options, "message") + " 2>&1");
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == 2);
  return ran.out;
}

bool assumes(const Json& result, const std::string& line) {
  for (const std::string& each : result["assumptions"].texts()) {
    if (each.starts_with(line)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("under RC11 every strategy that takes it finds what sequential consistency hides") {
  for (const char* words : {"message", "buffers", "'crossed stores'", "addition",
                            "'exchange fails'", "'lost update'"}) {
    CAPTURE(words);
    CHECK(outcome_of(kOlder, "--memory sc", words) == "verified");
    for (const char* strategy : {"optimal", "auto", "trust", "dfs"})
      CHECK(outcome_of(kOlder, kRc11 + "--strategy " + strategy, words) == "assertion");
    for (const char* strategy : {"random", "pct", "pos", "surw", "urw", "portfolio"}) {
      CAPTURE(strategy);
      CHECK(outcome_of(kOlder, kRc11 + "--executions 3000 --strategy " + strategy, words) ==
            "assertion");
    }
    for (const char* how : {"--isolate fork", "--jobs 2", "--backtrack rerun"})
      CHECK(outcome_of(kOlder, kRc11 + how, words) == "assertion");
    CHECK(outcome_of(kOlder, kRc11 + "--strategy dfs --bound 0", words) == "assertion");
  }
  CHECK(outcome_of(kOlder, kRc11, "'ordered message'") == "verified");
}

TEST_CASE("optimal reductions run as many executions in several processes and isolated") {
  const std::string alone = result_of(kOlder, kRc11, "many")["executions"].dump();
  for (const char* how : {"--jobs 2", "--isolate fork", "--backtrack rerun", "--strategy trust"}) {
    CAPTURE(how);
    const Json result = result_of(kOlder, kRc11 + how, "many");
    CHECK(result["verdict"].text() == "verified");
    CHECK(result["executions"].dump() == alone);
    CHECK(result["redundant"].dump() == "0");
  }
}

TEST_CASE("a search under RC11 resumes from its checkpoint") {
  const std::string alone = result_of(kOlder, kRc11, "many")["executions"].dump();
  const std::string file = "/tmp/mcheck_memory_model_" + std::to_string(getpid());
  const std::string saved = kRc11 + "--checkpoint " + file + " ";
  CHECK(result_of(kOlder, saved + "--executions 100", "many")["verdict"].text() == "incomplete");
  const Json rest = result_of(kOlder, saved + "--jobs 2", "many");
  CHECK(rest["verdict"].text() == "verified");
  CHECK(rest["executions"].dump() == alone);
  // It is of another memory model.
  CHECK(run_shell(explore(kOlder, "--checkpoint " + file, "many") + " 2>&1").code == 2);
  std::filesystem::remove(file);
}

TEST_CASE("strategies that know no weak memory refuse it, and say which do") {
  for (const std::string strategy : {"odpor", "source", "sleep", "states", "delay"}) {
    const std::string text = refusal("--strategy " + strategy);
    CHECK_THAT(text, Catch::Contains("strategy '" + strategy + "' takes atomics as sequentially"));
    CHECK_THAT(text, Catch::Contains("optimal, auto, trust, dfs, random"));
  }
  CHECK_THAT(refusal("--bound 1"), Catch::Contains("--strategy dfs, or no --bound"));
  CHECK_THAT(refusal("--bound 0..2"), Catch::Contains("--strategy dfs, or no --bound"));
  CHECK_THAT(refusal("--progress lock-free"), Catch::Contains("with --memory sc only"));
}

TEST_CASE("a program started by hand takes its memory model from the environment") {
  const ShellResult weak = run_shell("MCHECK_MEMORY=rc11 " + program(kOlder) + " buffers 2>&1");
  CHECK(weak.code == 1);
  CHECK_THAT(weak.out, Catch::Contains("load data: 0, older than that of T1 (step 3)"));
  CHECK(run_shell("MCHECK_MEMORY=sc " + program(kOlder) + " buffers 2>&1").code == 0);
}

TEST_CASE("RC11 has no load buffering, and a verdict says so") {
  const Json result = result_of(kOlder, kRc11, "'load buffering'");
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["memory"].text() == "rc11");
  CHECK(assumes(result, "memory is that of RC11: no thread reads a value that another stores"));
  CHECK_FALSE(assumes(result, "memory is sequentially consistent"));
  CHECK_FALSE(assumes(result, "atomics that threads wait for"));
}

TEST_CASE(
    "under RC11 atomics that threads wait for have their newest value, and a verdict says so") {
  const Json result = result_of(kOlder, kRc11, "'ordered wait'");
  CHECK(result["verdict"].text() == "verified");
  CHECK(assumes(result, "atomics that threads wait for, atomic sections and queries see the"));
  // One process does not learn from another for which atomics threads wait.
  const Json shared = result_of(kOlder, kRc11 + "--jobs 2", "'ordered wait'");
  CHECK(shared["verdict"].text() == "incomplete");
  CHECK_THAT(shared["reason"].text(), Catch::StartsWith("threads wait for an atomic"));
}

TEST_CASE("a random search under RC11 says that values are drawn, and advises nothing impossible") {
  const ShellResult ran =
      run_shell(explore(kOlder, kRc11 + "--strategy random --executions 100", "'ordered message'"));
  CHECK_THAT(ran.out, Catch::Contains("searched: random, memory rc11, no bound"));
  CHECK_THAT(ran.out, Catch::Contains("which value a load reads"));
  CHECK_THAT(ran.out, !Catch::Contains("--bound"));
}

}  // namespace mcheck::unmodified_programs::memory_model_test
