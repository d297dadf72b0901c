// SPDX-License-Identifier: MIT
// `mcheck gate` end to end, on copies of the sample programs in a temporary folder.
#include "tests/programs/verdicts/gate_project.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::gate_test {

TEST_CASE("a gate runs its kernels, remembers them, and runs again what has changed") {
  const std::string toml = kernel("lost_update", "expect = \"bug\"\n") +
                           kernel("lost_update_right") + kernel("spsc_ring_right", "bound = 1\n");
  GateProject project(toml);
  project.with("lost_update").with("lost_update_right").with("spsc_ring_right");
  const ShellResult first = project.gate();
  INFO(first.out);
  CHECK(first.code == 0);
  CHECK(times(first.out, "  ok  ") == 3);
  CHECK(has(first.out, "gate: 3 of 3 kernels as expected; "));
  CHECK(has(first.out, "  verified, "));
  CHECK(has(first.out, "  verified with at most 1 preemption, "));

  const ShellResult second = project.gate();
  INFO(second.out);
  CHECK(second.code == 0);
  CHECK(times(second.out, "from the cache\n") == 3);

  std::ofstream(project.path("lost_update_right"), std::ios::app) << "changed";
  const ShellResult third = project.gate();
  INFO(third.out);
  CHECK(third.code == 0);
  CHECK(times(third.out, "from the cache\n") == 2);
  CHECK(has(third.out, "3 of 3 kernels as expected, 2 from the cache"));

  const ShellResult all = project.gate("--no-cache");
  CHECK(times(all.out, "from the cache") == 0);
}

TEST_CASE("a gate fails for what is not as expected, and says how to see it") {
  GateProject project(kernel("lost_update") + kernel("lost_update_right", "expect = \"bug\"\n") +
                      kernel("deadlock", "expect = \"bug\"\nallow = [\"MC002\"]\n") +
                      kernel("abba_deadlock", "allow = [\"MC004\"]\n"));
  project.with("lost_update").with("lost_update_right").with("deadlock").with("abba_deadlock");
  const ShellResult ran = project.gate();
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK(has(ran.out, "MC002 failed check: both additions count\n"));
  CHECK(has(ran.out, "mcheck replay lost_update mc1."));
  CHECK(has(ran.out, "verified, but a bug is expected"));
  CHECK(has(ran.out, "another bug than expected: MC004"));
  CHECK(has(ran.out, "1 of 4 kernels as expected, 3 failed"));

  const ShellResult again = project.gate();  // failed kernels come first
  CHECK(again.out.find("lost_update ") < again.out.find("abba_deadlock "));
}

TEST_CASE("what is allowed hides nothing: behind it all has to be searched") {
  const std::string lost_update = kernel("lost_update", "allow = [\"MC002\"]\n");
  GateProject project(lost_update);
  project.with("lost_update");
  const ShellResult whole = project.gate();
  INFO(whole.out);
  CHECK(whole.code == 0);
  CHECK(has(whole.out, "allowed: MC002 failed check"));
  project.write("mcheck.toml", lost_update + "options = { executions = 2 }\n");
  const ShellResult part = project.gate();
  INFO(part.out);
  CHECK(part.code == 1);
  CHECK(has(part.out, "there may be others: the search is incomplete; allowed: MC002"));
}

TEST_CASE("a file that a kernel depends on makes it run again") {
  GateProject project(kernel("lost_update_right", "depends = [\"input.txt\"]\n"));
  project.with("lost_update_right");
  project.write("input.txt", "1");
  CHECK(project.gate().code == 0);
  CHECK(has(project.gate().out, "1 from the cache"));
  project.write("input.txt", "2");
  CHECK_FALSE(has(project.gate().out, "from the cache"));
}

TEST_CASE(
    "a kernel that does not end in its time is a failure, or by the file's choice a warning") {
  const std::string kernels = kernel("families", "test = \"rmw\"\narguments = [\"6\", \"6\"]\n");
  GateProject project("[gate]\nbudget = \"1s\"\n" + kernels);
  project.with("families");
  const ShellResult fails = project.gate();
  INFO(fails.out);
  CHECK(fails.code == 3);
  CHECK(has(fails.out, "incomplete"));
  project.write("mcheck.toml", "[gate]\nbudget = \"1s\"\nincomplete = \"warn\"\n" + kernels);
  const ShellResult warns = project.gate();
  INFO(warns.out);
  CHECK(warns.code == 0);
  CHECK(has(warns.out, "1 not finished, 1 from the cache"));
  // With a larger budget the kernel is tried again.
  project.write("mcheck.toml", "[gate]\nbudget = \"2s\"\nincomplete = \"warn\"\n" + kernels);
  CHECK_FALSE(has(project.gate().out, "from the cache"));
}

TEST_CASE("what a gate has in its cache takes no share of its time") {
  std::string kernels;
  for (int i = 0; i < 30; ++i) {
    kernels += kernel("lost_update_right", "name = \"" + std::to_string(i) + "\"\n");
  }
  const std::string slow =
      kernel("families", "test = \"rmw\"\narguments = [\"6\", \"6\"]\nname = \"slow\"\n");
  GateProject project("[gate]\njobs = 1\nbudget = \"20s\"\n" + kernels);
  project.with("families").with("lost_update_right");
  CHECK(project.gate().code == 0);
  // First with the smallest share of the budget, then with all that is left.
  project.write("mcheck.toml", "[gate]\njobs = 1\nbudget = \"2s\"\n" + slow + kernels);
  const ShellResult ran = project.gate();
  INFO(ran.out);
  CHECK(ran.code == 3);
  CHECK(has(ran.out, "30 from the cache"));
  const std::size_t at = ran.out.find("incomplete: stopped after 1.");
  CHECK(at != std::string::npos);
}

TEST_CASE("a gate without time runs nothing, and says so") {
  GateProject project("[gate]\nbudget = \"10ms\"\n" + kernel("lost_update_right"));
  project.with("lost_update_right");
  const ShellResult ran = project.gate();
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK(has(ran.out, "BROKEN"));
  CHECK(has(ran.out, "not run: the gate's budget is used up"));
}

TEST_CASE("a failure in the baseline does not fail the gate, and a fixed one is reported") {
  GateProject project("[gate]\nbaseline = \"known.json\"\n" + kernel("lost_update"));
  project.with("lost_update");
  CHECK(project.gate().code == 1);
  CHECK(project.gate("--update-baseline").code == 0);
  const ShellResult known = project.gate();
  INFO(known.out);
  CHECK(known.code == 0);
  CHECK(has(known.out, "known: MC002 failed check"));
  files::copy_file(gate_binaries() + "lost_update_right", project.path("lost_update"),
                   files::copy_options::overwrite_existing);
  const ShellResult mended = project.gate();
  INFO(mended.out);
  CHECK(mended.code == 0);
  CHECK(has(mended.out, "baseline: lost_update (MC002) is fixed"));
  project.write("known.json", "{");
  CHECK(project.gate().code == 2);
}

TEST_CASE("a kernel that is broken fails alone, and so does one in which no bug is found") {
  GateProject project(kernel("lost_update_right") + kernel("broken") + kernel("fake_program"));
  project.with("lost_update_right").with("fake_program");
  project.write("broken", "no program\n");
  files::permissions(project.path("broken"), files::perms::owner_all);
  const ShellResult ran = project.gate();
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK(has(ran.out, "1 of 3 kernels as expected, 2 broken"));
  CHECK(has(ran.out, "its canary bug was not found"));
}

TEST_CASE("an error in a gate's file is reported before anything is run") {
  GateProject project(kernel("lost_updaet"));
  project.with("lost_update");
  const ShellResult missing = project.gate();
  INFO(missing.out);
  CHECK(missing.code == 2);
  CHECK(
      missing.out.starts_with("mcheck: mcheck.toml:2:11: there is no program 'lost_updaet'; did "
                              "you mean 'lost_update'?\n"));
  project.write("mcheck.toml", kernel("lost_update", "bonud = 2\n"));
  const ShellResult unknown = project.gate();
  CHECK(unknown.code == 2);
  CHECK(has(unknown.out, "mcheck.toml:3:1: 'bonud' is unknown"));
  CHECK(project.gate("nothing.toml").code == 2);
}

TEST_CASE("a gate writes its reports, and one that cannot be written takes nothing away") {
  GateProject project(kernel("lost_update") + kernel("lost_update_right"));
  project.with("lost_update").with("lost_update_right");
  const ShellResult ran =
      project.gate("--junit j.xml --sarif s.json --markdown m.md --annotations github");
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK(has(ran.out, "::error file="));
  CHECK(has(project.read("j.xml"), "tests=\"2\" failures=\"1\" errors=\"0\""));
  CHECK(has(project.read("m.md"), "| ❌ | lost\\_update | bug MC002 |"));
  const auto sarif = Json::parse(project.read("s.json"));
  REQUIRE(std::holds_alternative<Json>(sarif));
  CHECK(std::get<Json>(sarif)["runs"].elements().at(0)["results"].elements().size() == 1);

  const ShellResult unwritten = project.gate("--junit /nowhere/j.xml --annotations q.json");
  INFO(unwritten.out);
  CHECK(unwritten.code == 1);
  CHECK(has(unwritten.out, "cannot write '/nowhere/j.xml'"));
  CHECK(has(unwritten.out, "1 of 2 kernels as expected"));
  CHECK(has(project.read("q.json"), "\"check_name\": \"MC002\""));
}

TEST_CASE("a gate writes a folder of pages, where the file says or the command") {
  GateProject project("[gate]\nhtml = \"out/pages\"\n" +
                      kernel("lost_update", "expect = \"bug\"\n") + kernel("lost_update_right"));
  project.with("lost_update").with("lost_update_right");
  CHECK(project.gate().code == 0);
  CHECK(has(project.read("out/pages/index.html"), "<a href=\"lost_update.html\">lost_update</a>"));
  CHECK(has(project.read("out/pages/lost_update.html"), "lost_update.cpp"));
  CHECK_FALSE(files::exists(project.path("out/pages/lost_update_right.html")));

  CHECK(project.gate("--html-dir other").code == 0);  // from the cache
  CHECK(project.read("other/lost_update.html") == project.read("out/pages/lost_update.html"));

  const ShellResult unwritten = project.gate("--html-dir /proc/nowhere");
  INFO(unwritten.out);
  CHECK(unwritten.code == 0);
  CHECK(has(unwritten.out, "2 of 2 kernels as expected"));
  CHECK(has(unwritten.out, "cannot write '/proc/nowhere/index.html'"));
}

}  // namespace mcheck::gate_test
