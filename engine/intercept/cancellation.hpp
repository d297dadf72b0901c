// SPDX-License-Identifier: MIT
// Threads that end before their function returns: by pthread_exit, or because another cancels them.
//
// Each thread has an atomic word, its attention: the lowest bit says that it is to be cancelled,
// the rest which condition variable it waits at. Who cancels it sets the bit and sees the rest in
// one step; who waits sets the rest and sees the bit in one. So either the waiter finds out before
// it waits, or the other wakes it.
//
// Only programs that call pthread_cancel somewhere take these steps at all: named_functions.hpp.
#pragma once

#include "engine/base/ids.hpp"

namespace mcheck {

// Ends the running thread if it was cancelled and lets itself be. Whether it does let itself.
bool cancellation_point();

// Around a wait at a condition variable.
class CancellableWait {
 public:
  // Ends the thread if it was cancelled. REQUIRES: it is among the waiters, the mutex is locked.
  explicit CancellableWait(ObjectId condition);
  // The same once more. REQUIRES: the wait is over, and the caller's mutex is locked.
  void end() const;

 private:
  bool enabled_;
};

}  // namespace mcheck
