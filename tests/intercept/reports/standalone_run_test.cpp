// SPDX-License-Identifier: MIT
// The report of a program that is run without the command.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::standalone_run_test {

TEST_CASE("a program run without the command reports why threads stop, and what decides") {
  const ShellResult ran = run_shell(program("named_memory") + " stack");
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == 1);
  for (const char* part : {"main: bug MC002", "Node#1.next", "‖ preempted by", "└ has finished",
                           "◆  ", "◆ in the nearest run that passes", "✗ fails here", "replay ",
                           "compare", "explain  mcheck explain MC002"}) {
    INFO(part);
    CHECK(ran.out.find(part) != std::string::npos);
  }
}

TEST_CASE("a deadlock of a program run without the command names the waits, and where they are") {
  const ShellResult ran = run_shell(program("named_memory") + " 'local locks'");
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == 1);
  CHECK(ran.out.find("✗ waits: lock ") != std::string::npos);
  CHECK(ran.out.find("held by") != std::string::npos);
  CHECK(ran.out.find("named_memory.cpp:") != std::string::npos);
}

}  // namespace mcheck::unmodified_programs::standalone_run_test
