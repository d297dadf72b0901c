// SPDX-License-Identifier: MIT
// Classes as kernels of `mcheck gate`, end to end.
#include <catch2/catch.hpp>
#include <string>

#include "engine/base/json.hpp"
#include "tests/programs/verdicts/gate_project.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::gate_class_test {
namespace {

// With a lock, `add` is atomic.
std::string counter_header(bool locks) {
  return "#pragma once\n#include <mutex>\nclass counter {\n public:\n"
         "  int add(int amount) {\n" +
         std::string(locks ? "    const std::lock_guard guard(mutex_);\n" : "") +
         "    return value_ += amount;\n  }\n"
         " private:\n  std::mutex mutex_;\n  int value_ = 0;\n};\n";
}

std::string class_kernel(const std::string& more, const std::string& tests = "10") {
  return "[[kernel]]\nheader = \"counter.hpp\"\ntests = " + tests + "\n" + more;
}

}  // namespace

TEST_CASE("a class is a kernel: it has no violation, or a bug with its schedule and reports") {
  GateProject project("[gate]\nbudget = \"5m\"\ncache = \"out/cache.json\"\n" +
                      class_kernel("class = \"counter\"\nname = \"all\"\n") +
                      class_kernel("name = \"races\"\noracle = \"races\"\n"));
  project.write("counter.hpp", counter_header(true));
  const ShellResult first = project.gate("--junit j.xml --markdown m.md");
  INFO(first.out);
  REQUIRE(first.code == 0);
  CHECK(times(first.out, "  no violation found, ") == 2);
  CHECK(has(first.out, "10 tests, each explored completely; 1 of 1 pair of operations"));
  CHECK(has(project.read("j.xml"), "tests=\"2\" failures=\"0\" errors=\"0\""));
  CHECK(has(project.read("m.md"), "| ✅ | all | no violation found | "));
  CHECK(files::exists(project.path("out/mcheck-synth/all/counter/harness")));
  CHECK(files::exists(project.path("out/mcheck-synth/races/counter/harness")));
  CHECK(times(project.gate().out, ", from the cache\n") == 2);

  project.write("counter.hpp", counter_header(false));
  const ShellResult second = project.gate("--junit j.xml --sarif s.json --html-dir pages");
  INFO(second.out);
  CHECK(second.code == 1);
  CHECK(times(second.out, "  FAILED ") == 2);
  CHECK(has(second.out, "MC001 data race"));
  CHECK(has(second.out, "mcheck replay out/mcheck-synth/all/counter/harness mc1.harness/main,"));
  CHECK(has(second.out, "mcheck replay out/mcheck-synth/races/counter/harness mc1.harness/main,"));
  CHECK(has(project.read("j.xml"), "type=\"MC001\""));
  const auto sarif = Json::parse(project.read("s.json"));
  REQUIRE(std::holds_alternative<Json>(sarif));
  CHECK(has(std::get<Json>(sarif).dump(), "\"ruleId\":\"MC001\""));
  CHECK(has(project.read("pages/all.html"), "counter.hpp"));
  const ShellResult again = project.gate();
  INFO(again.out);
  CHECK(again.code == 1);
  CHECK(times(again.out, "  FAILED ") == 2);
  CHECK(times(again.out, ", from the cache\n") == 2);
}

TEST_CASE("a class that is not as expected fails the gate, and one that is not finished says so") {
  GateProject project(class_kernel("name = \"a bug\"\nexpect = \"bug\"\nallow = [\"MC001\"]\n"));
  project.write("counter.hpp", counter_header(true));
  const ShellResult none = project.gate("--sarif s.json");
  INFO(none.out);
  CHECK(none.code == 1);
  CHECK(has(none.out, "no violation found, but a bug is expected: 10 tests"));
  CHECK(has(project.read("s.json"), "\"unmet\""));

  project.write("counter.hpp", counter_header(false));
  const ShellResult found = project.gate();
  INFO(found.out);
  CHECK(found.code == 0);

  project.write("counter.hpp", counter_header(true));
  project.write("mcheck.toml",
                "[gate]\nbudget = \"500ms\"\n" + class_kernel("class = \"counter\"\n", "100000"));
  const ShellResult stopped = project.gate();
  INFO(stopped.out);
  CHECK(stopped.code == 3);
  CHECK(has(stopped.out, "incomplete: stopped before all tests were made: "));

  project.write("counter.hpp", "class counter {");
  const ShellResult broken = project.gate();
  INFO(broken.out);
  CHECK(broken.code == 1);
  CHECK(has(broken.out, "BROKEN counter"));
}

TEST_CASE("a class that a program describes is a kernel, and a missing header is an error") {
  GateProject project("[[kernel]]\nheader = \"conter.hpp\"\nclass = \"counter\"\n");
  project.write("counter.hpp", counter_header(true));
  const ShellResult missing = project.gate();
  INFO(missing.out);
  CHECK(missing.code == 2);
  CHECK(
      missing.out.starts_with("mcheck: mcheck.toml:2:10: there is no header 'conter.hpp'; did "
                              "you mean 'counter.hpp'?\n"));

  project.write("counter.cpp",
                "#include \"counter.hpp\"\n#include <mcheck/classes.hpp>\n"
                "MCHECK_CLASS(counter) {\n  about.constructor<>(\"counter\");\n"
                "  about.operation<counter&>(\"add\", [](counter& c) { return c.add(1); });\n}\n");
  const ShellResult built = run_shell("cd " + quoted(project.path("").string()) + " && " +
                                      quoted(gate_binaries() + "mcheck") +
                                      " c++ -std=c++20 counter.cpp -o described 2>&1");
  INFO(built.out);
  REQUIRE(built.code == 0);
  project.write("mcheck.toml",
                "[[kernel]]\nprogram = \"described\"\nclass = \"counter\"\ntests = 5\n");
  const ShellResult ran = project.gate();
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK(has(ran.out, "  ok     counter "));
  CHECK(has(ran.out, "  no violation found, "));
  CHECK(has(project.gate().out, "from the cache"));
}

}  // namespace mcheck::gate_class_test
