// SPDX-License-Identifier: MIT
// Signals that threads wait for, in unmodified programs.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::signals_test {
namespace {

Explored signals(const std::string& what, const std::string& options = "") {
  return explored("unmodified_signals", what, options);
}

}  // namespace

TEST_CASE("a signal that is sent wakes its waiter, in either order") {
  const Explored found = signals("wait");
  INFO(found.message);
  CHECK(found.verdict == "verified");
  CHECK(found.executions == 2);  // sent before, sent while it waits
}

TEST_CASE("a wait for a signal that is not sent is a deadlock") {
  CHECK(signals("nobody sends").kind == "deadlock");
}

TEST_CASE("a timed wait for a signal may time out before it is sent, with timeouts only") {
  CHECK(signals("in time").verdict == "verified");
  CHECK(signals("too late").kind == "assertion");
  CHECK(signals("too late", "--timeouts off").verdict == "verified");
}

TEST_CASE("a signal that would interrupt a thread is rejected, not lost") {
  const ShellResult ran =
      run_shell(unmodified_programs::explore("signals", "", "unblocked") + " 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("which would interrupt the thread") != std::string::npos);
}

TEST_CASE("signals of one kind that a thread sends itself are one") {
  CHECK(signals("oneself").verdict == "verified");
}

}  // namespace mcheck::signals_test
