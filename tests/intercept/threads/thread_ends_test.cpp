// SPDX-License-Identifier: MIT
// How threads of unmodified programs end.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::thread_ends_test {
namespace {

Explored ending(const std::string& what) { return explored("unmodified_thread_ends", what); }

}  // namespace

TEST_CASE("pthread_exit runs destructors, then those of thread_locals, then those of keys") {
  const Explored found = ending("order");
  INFO(found.message);
  CHECK(found.verdict == "verified");
}

TEST_CASE("pthread_exit runs the cleanup handlers of C, the innermost first") {
  const Explored found = explored("unmodified_cleanup_handlers");
  INFO(found.message);
  CHECK(found.verdict == "verified");
}

TEST_CASE("a process whose main thread has ended alone lives on and may be stuck") {
  CHECK(ending("main exits").verdict == "bug");
}

TEST_CASE("main may return while another thread has not ended") {
  CHECK(ending("main returns").verdict == "verified");
}

TEST_CASE("joining a detached thread, or a thread twice, is misuse") {
  for (const char* what : {"detached", "joined twice"}) {
    INFO(what);
    CHECK(ending(what).kind == "misuse");
  }
}

TEST_CASE("whether a thread has ended yet is up to the schedule") {
  CHECK(ending("ask").kind == "assertion");
  CHECK(ending("ask again").verdict == "verified");
}

TEST_CASE("a cancelled thread leaves its wait, locks, and runs its cleanup handlers") {
  const Explored found = ending("cancel wait");
  INFO(found.message);
  CHECK(found.verdict == "verified");
  CHECK(found.executions > 1);  // cancelled before it waits, and while it does
}

TEST_CASE("a waiter that is cancelled keeps no signal from the other waiter") {
  const Explored found = explored("unmodified_cancelled_waiter");
  INFO(found.message);
  CHECK(found.verdict == "verified");
}

TEST_CASE("a thread that waits for a permit that never comes is cancelled") {
  const Explored found = ending("cancel semaphore");
  INFO(found.message);
  CHECK(found.verdict == "verified");
}

TEST_CASE("a thread that finds a permit may be cancelled before or not at all") {
  CHECK(ending("cancel or permit").kind == "assertion");
}

}  // namespace mcheck::thread_ends_test
