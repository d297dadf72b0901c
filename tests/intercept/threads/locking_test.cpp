// SPDX-License-Identifier: MIT
// Locks and condition variables of POSIX, in unmodified programs.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::locking_test {
namespace {

Explored locking(const std::string& what, const std::string& options = "") {
  return explored("unmodified_locking", what, options);
}

}  // namespace

TEST_CASE("two threads that lock one thing once each come in two orders") {
  for (const char* what : {"mutex", "spin", "once"}) {
    INFO(what);
    const Explored found = locking(what);
    CHECK(found.verdict == "verified");
    CHECK(found.executions == 2);
  }
}

TEST_CASE("two readers are independent") {
  const Explored found = locking("readers", "--strategy odpor");
  CHECK(found.verdict == "verified");
  CHECK(found.executions == 1);
}

TEST_CASE("one thread at a barrier is the serial one") {
  CHECK(locking("barrier").verdict == "verified");
}

TEST_CASE("two permits that are posted are there, in whatever order") {
  CHECK(locking("semaphore").verdict == "verified");
}

TEST_CASE("a wait that looks first loses no signal, one that does not may wait for ever") {
  CHECK(locking("condition").verdict == "verified");
  const Explored lost = locking("lost");
  CHECK(lost.verdict == "bug");
  CHECK(lost.kind == "lost-wake-up");
}

TEST_CASE("memory in which a mutex was holds another one after it is made anew") {
  CHECK(locking("again").verdict == "verified");
}

TEST_CASE("wrong uses of locks are misuse") {
  for (const char* what :
       {"destroy locked", "destroyed", "uninitialised", "not owner", "without lock"}) {
    const Explored found = locking(what);
    INFO(what << ": " << found.message);
    CHECK(found.verdict == "bug");
    CHECK(found.kind == (what == std::string("destroyed") ? "destroyed-object" : "misuse"));
  }
}

TEST_CASE("a wait gives up a recursive mutex that is held twice once only") {
  CHECK(locking("held twice").verdict == "bug");
}

TEST_CASE("functions return what POSIX and the C library say") {
  const Explored found = explored("unmodified_returned_values");
  INFO(found.message);
  CHECK(found.verdict == "verified");
  CHECK(found.executions == 1);  // no thread has a choice
}

TEST_CASE("threads, locks, conditions and once of C11 are those of POSIX") {
  const Explored found = explored("unmodified_c11_threads");
  INFO(found.message);
  CHECK(found.verdict == "verified");
  CHECK(found.executions > 1);
}

}  // namespace mcheck::locking_test
