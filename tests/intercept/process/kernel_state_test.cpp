// SPDX-License-Identifier: MIT
// main and one thread each store to one atomic: 2 executions, whatever main does before.
#include "tests/intercept/process/isolation.hpp"
#include "tests/intercept/unmodified.hpp"

namespace mcheck::kernel_state_test {
namespace {

constexpr const char* kProgram = "kernel_state_program";
constexpr const char* kIsolated = "every execution runs in a process of its own";

Json explored_with(const std::string& what) {
  return explored_as_json(kProgram, "--strategy optimal", what);
}

void is_isolated_because(const std::string& what, const std::string& why) {
  INFO(what);
  const Json result = explored_with(what);
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["executions"].natural() == 2);
  CHECK(mentions(result["remarks"], why));
  CHECK(mentions(result["remarks"], "kernel_state_program.cpp:"));
  CHECK(mentions(result["remarks"], kIsolated));
}

}  // namespace

TEST_CASE("a program that changes kernel state is isolated, and the remark says where it does") {
  is_isolated_because("open", "the program opens files (open");
  is_isolated_because("stream", "the program opens files (fopen");
  is_isolated_because("pipe", "the program makes pipes (pipe");
  is_isolated_because("chdir", "the program changes directories (chdir");
  is_isolated_because("shared", "the program maps memory (mmap");
  is_isolated_because("signal", "the program sets signal handlers (sigaction");
  is_isolated_because("system", "the program starts other processes (system");
}

TEST_CASE("a file that is shared has one address, or nothing is said of the program") {
  for (const std::string kind : {"file", "descriptors", "readers", "private readers", "rest",
                                 "moved", "moved file", "fixed", "segment", "system call"}) {
    INFO(kind);
    CHECK(explored_with(kind)["verdict"].text() == "verified");
    const ShellResult ran = mcheck_on("explore", kProgram, "-- '" + kind + " twice'");
    INFO(ran.out);
    CHECK(ran.code == 2);
    CHECK(ran.out.find("maps a part of a file or of shared memory at two addresses") !=
          std::string::npos);
    CHECK(ran.out.find("mcheck list") == std::string::npos);  // no argument is wrong
  }
}

TEST_CASE("memory is not used after munmap") {
  const Json result = explored_with("unmapped");
  REQUIRE(result["failures"].elements().size() == 1);
  CHECK(result["failures"].elements()[0]["kind"].text() == "use-after-free");
}

TEST_CASE("calls of threads on what they share in the kernel are explored in all orders") {
  for (const char* strategy : {"optimal", "dfs", "source"}) {
    const auto outcome = [&](const char* what) {
      INFO(strategy << ", " << what);
      return unmodified_programs::outcome_of("shared_files", std::string("--strategy ") + strategy,
                                             quoted(what));
    };
    CHECK(outcome("order") == "assertion");
    CHECK(outcome("numbers") == "assertion");
    CHECK(outcome("held numbers") == "verified");
    CHECK(outcome("joined") == "verified");
    CHECK(outcome("awaited") == "incomplete");  // it reads from an empty pipe
    CHECK(outcome("directory") == "assertion");
    CHECK(outcome("position") == "assertion");
  }
  // Polls are no operations: from time to time the other thread runs.
  CHECK(unmodified_programs::outcome_of("shared_files", "", "polled") == "verified");
}

TEST_CASE("a verdict says that some calls into the system are no scheduling points") {
  const std::string order = "calls on streams, and calls into the system that change no file";
  CHECK(mentions(explored_with("pipe")["assumptions"], order));
  CHECK_FALSE(mentions(explored_with("private")["assumptions"], "calls on streams"));
}

TEST_CASE("what restoring memory undoes needs no isolation") {
  for (const char* what : {"private", "memory", "sigpipe", "nothing"}) {
    INFO(what);
    const Json result = explored_with(what);
    CHECK(result["verdict"].text() == "verified");
    CHECK(result["executions"].natural() == 2);
    CHECK_FALSE(mentions(result["remarks"], kIsolated));
  }
}

TEST_CASE("with --isolate none a change of kernel state reaches the next execution") {
  const Json result = explored_as_json(kProgram, "--strategy dfs --isolate none", "chdir");
  CHECK(result["verdict"].text() != "verified");
  CHECK(mentions(result["remarks"], "which one execution leaves to the next"));
}

TEST_CASE("a schedule of an isolated program is replayed in isolation") {
  const Json found = explored_as_json(kProgram, "", "segv");
  REQUIRE(found["failures"].elements().size() == 1);
  const std::string schedule = found["failures"].elements()[0]["schedule"].text();
  const ShellResult again = mcheck_on("replay", kProgram, quoted(schedule));
  INFO(again.out);
  CHECK(again.code == 1);
  CHECK(again.out.find("SIGSEGV") != std::string::npos);
}

TEST_CASE("a handler of the program does not hide a crash") {
  const Json result = explored_with("segv");
  REQUIRE(result["failures"].elements().size() == 1);
  CHECK(result["failures"].elements()[0]["kind"].text() == "crash");
}

TEST_CASE("a program that kills itself is a failure of that execution") {
  const Json result = explored_with("kill");
  REQUIRE(result["failures"].elements().size() == 1);
  CHECK(result["failures"].elements()[0]["kind"].text() == "killed");
  CHECK(mentions(result["remarks"], "the program sends signals (kill"));
}

TEST_CASE("fork by the program is misuse") {
  const Json result = explored_with("fork");
  REQUIRE(result["failures"].elements().size() == 1);
  CHECK(result["failures"].elements()[0]["kind"].text() == "misuse");
}

TEST_CASE("the engine's clock does not end a wait of the program's before its time") {
  CHECK(explored_with("poll")["verdict"].text() == "verified");
}

TEST_CASE("workers that share a search each isolate") {
  const Json result = explored_as_json(kProgram, "--strategy optimal --jobs 2", "open");
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["executions"].natural() == 2);
  CHECK(mentions(result["remarks"], kIsolated));
}

}  // namespace mcheck::kernel_state_test
