// SPDX-License-Identifier: MIT
// Threads that end before their function returns: by pthread_exit, or because another thread
// cancels them.
//
// Each thread has an atomic word for this, `cancel_word`: the lowest bit requests cancellation, the
// other bits hold the condition variable at which the thread waits. A thread that cancels sets the
// bit and reads the rest in one step; a thread that waits sets the rest and reads the bit in one
// step. So either the waiter notices the request before it waits, or the canceller wakes it.
//
// Only programs that call pthread_cancel somewhere have these steps:
// threads/referenced_functions.hpp.
#pragma once

#include "engine/base/ids.hpp"

namespace mcheck {

// Ends the running thread if its cancellation was requested and is enabled. Returns whether it is
// enabled.
bool cancellation_point();

// Encloses a wait at a condition variable.
class CancellableWait {
 public:
  // Ends the thread if it was cancelled. REQUIRES: it is among the waiters, and the mutex is
  // locked.
  explicit CancellableWait(ObjectId condition);
  // The same after the wait. REQUIRES: the wait is over, and the caller's mutex is locked.
  void end() const;

 private:
  bool enabled_;
};

}  // namespace mcheck
