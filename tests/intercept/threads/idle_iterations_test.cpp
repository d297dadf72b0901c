// SPDX-License-Identifier: MIT
// Loops that wait for a time: iterations that only look idle (docs/algorithms/spin_loops.md).
// Programs whose loops end in any case are in programs/unmodified: sleep_poll, timed_wait_loop and
// others.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::idle_iterations_test {
namespace {

Explored explored_iterations(const std::string& what) {
  return explored("unmodified_idle_iterations", what);
}

}  // namespace

TEST_CASE("an iteration with an effect at a certain time, or iteration, is not idle") {
  for (const char* what : {"sum of waits", "backs off", "counts microseconds", "at some second",
                           "two days", "between two looks", "at some second of waits"}) {
    const Explored found = explored_iterations(what);
    INFO(what << ": " << found.verdict << " " << found.message);
    CHECK(found.kind == "assertion");
  }
}

TEST_CASE("an iteration that others observe is not idle") {
  for (const char* what : {"seen from outside", "seen while it waits"}) {
    const Explored found = explored_iterations(what);
    INFO(what << ": " << found.verdict << " " << found.message);
    CHECK(found.kind == "assertion");
  }
}

TEST_CASE("a timed lock does not time out early, by either clock") {
  const Explored found = explored_iterations("is late");
  INFO(found.message);
  CHECK(found.verdict == "verified");
}

}  // namespace mcheck::idle_iterations_test
