// SPDX-License-Identifier: MIT
// A wait at a condition variable, as the steps that the engine knows:
//
//   const Waiting waiting(condition);   among the waiters, from here on
//   …unlock the caller's mutex…
//   waiting.for_notify();               or in_time(), which may give up
//   …lock it again…
//
// A notify between the first two steps wakes the waiter. That is no more than the standard allows:
// only who does not hold the mutex can come between, and nobody sees the unlock before he asks.
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
  // With a mutex: all who wait at the same time have to wait with the same one.
  explicit Waiting(Object& condition, const Object* mutex = nullptr);

  // Returns once a notify has chosen this thread, or for no reason (--spurious).
  void for_notify() const;
  // As before, or when the time is up, which may be at any point: false.
  [[nodiscard]] bool in_time() const;

 private:
  // The condition variable may have ended by the time a notified waiter looks around.
  std::uint32_t condition_;
  bool lucky_;  // wakes for no reason, if nobody wakes it before
};

// Misuse: a wait with a lock that does not own its mutex.
[[noreturn]] void refuse_wait_without_lock();

// Calls `act` on `first` and `second` when the running thread ends.
void at_thread_end(void (*act)(void* first, void* second), void* first, void* second);

}  // namespace mcheck::detail
