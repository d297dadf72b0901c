// SPDX-License-Identifier: MIT
// The unmodified C++ standard library, on threads that are coroutines.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::standard_library_test {
namespace {

Explored part(const std::string& name) { return explored("unmodified_standard_library", name); }

}  // namespace

TEST_CASE("what the standard library offers to threads works in every schedule") {
  for (const char* name : {"condition_variable", "stop_token", "exception_in_future", "call_once",
                           "function_local_static", "latch", "barrier", "semaphore", "atomic_wait",
                           "shared_mutex", "timed_mutex", "atomic_shared_ptr", "wide_atomic",
                           "at_thread_exit", "future_at_thread_exit"}) {
    const Explored found = part(name);
    INFO(name << ": " << found.message);
    CHECK(found.verdict == "verified");
  }
}

TEST_CASE("a wait for an atomic that is not notified may be a deadlock") {
  const Explored found = part("forgotten_notify");
  CHECK(found.verdict == "bug");
  CHECK(found.kind == "deadlock");
}

TEST_CASE("a writer and a reader of a lock come in two orders") {
  CHECK(part("shared_mutex").executions == 2);
  CHECK(part("wide_atomic").executions == 2);
}

}  // namespace mcheck::standard_library_test
