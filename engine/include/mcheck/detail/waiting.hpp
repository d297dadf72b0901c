// SPDX-License-Identifier: MIT
// A wait at a condition variable, as the steps that the engine knows:
//
//   const Waiting waiting(condition);   among the waiters, from here on
//   …unlock the caller's mutex…
//   waiting.until_notified();           or notified_in_time(), which may time out
//   …lock it again…
//
// A notify between the first two steps wakes the waiter. The standard allows that: only a thread
// that does not hold the mutex can notify then, and no thread sees the unlock before it asks.
#pragma once

#include <cstdint>

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

void begin_condition(Object& condition);
void end_condition(Object& condition);
void notify_one(Object& condition);
void notify_all(Object& condition);

class Waiting {
 public:
  // With a mutex: all threads that wait at the same time have to use the same one.
  explicit Waiting(Object& condition, const Object* mutex = nullptr);

  // Returns once a notify has chosen this thread, or spuriously (--spurious).
  void until_notified() const;
  // As before; false: timed out, which may happen at any point.
  [[nodiscard]] bool notified_in_time() const;

 private:
  // The condition variable may have been destroyed when a notified waiter continues.
  std::uint32_t condition_;
  bool wakes_spuriously_;  // spuriously, unless notified before
};

// Misuse: a wait with a lock that does not own its mutex.
[[noreturn]] void refuse_wait_without_lock();

// Calls `act` with `first` and `second` when the running thread ends.
void at_thread_end(void (*act)(void* first, void* second), void* first, void* second);

}  // namespace mcheck::detail
