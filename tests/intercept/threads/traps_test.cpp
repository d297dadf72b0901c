// SPDX-License-Identifier: MIT
// Known pitfalls of such checkers: docs/traps.md lists all, and the test of each.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::traps_test {
namespace {

Explored trap(const std::string& name, const std::string& options = "") {
  Explored found = explored("unmodified_traps", name, options);
  UNSCOPED_INFO(name << ": " << found.verdict << " " << found.kind << " " << found.message);
  return found;
}

}  // namespace

TEST_CASE("pointers are counted as if there were many threads, which there are") {
  CHECK(trap("single_threaded").verdict == "verified");
}

TEST_CASE("thread-local variables of plain threads have different addresses") {
  CHECK(trap("thread_local_addresses").verdict == "verified");
}

TEST_CASE("a stream that is held across a switch hangs nobody") {
  CHECK(trap("stream_held").verdict == "verified");
}

TEST_CASE("nothing that a program has lies below four gigabytes, but what its linker put there") {
  CHECK(trap("above_4_gigabytes").verdict == "verified");
}

// Accesses of plain data are no scheduling points: no other thread runs to set it.
TEST_CASE("a loop that polls a plain flag reaches a limit, and is never verified") {
  const Explored found = trap("polls_a_plain_flag", "--patience 300ms");
  CHECK(found.verdict == "incomplete");
  CHECK(found.kind == "limit-patience");
}

TEST_CASE("an addition of plain data races with another") {
  CHECK(trap("reads_before_it_writes").kind == "race");
}

TEST_CASE("the polls of an atomic's wait are neither a livelock nor without end") {
  const Explored found = trap("atomic_wait");
  CHECK(found.verdict == "verified");
  // One read (it might be sixteen), then the sleep: the store comes before, between or after.
  CHECK(found.executions <= 6);
}

}  // namespace mcheck::traps_test
