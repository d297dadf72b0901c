// SPDX-License-Identifier: MIT
// Who may be asked by an executor in the middle of a thread. Most often the thread that announces
// an operation is the one that goes on, and then nothing has to come to rest for it.
//
// It is a short cut, and what it does is what would have happened without it. It may be refused at
// any time: who is told "no" lets the thread come to rest and returns the operation as a step.
#pragma once

#include "engine/base/ids.hpp"
#include "engine/trace/operation.hpp"
#include "engine/trace/semantics.hpp"

namespace mcheck {

class Decider {
 public:
  virtual ~Decider() = default;

  // The running thread wants to do this next. True: it has happened, with that reply, and the
  // thread goes on. False: nothing has happened.
  virtual bool goes_on(ThreadId thread, const Operation& operation, Reply& reply) = 0;
};

}  // namespace mcheck
