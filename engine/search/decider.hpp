// SPDX-License-Identifier: MIT
// Who may be asked by an executor in the middle of a thread. Most often the thread that announces
// an operation is the one that goes on, and then nothing has to come to rest for it.
//
// It is a short cut, and what it does is what would have happened without it. It may be refused at
// any time: who is told "no" lets the thread come to rest and returns the operation as a step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/base/ids.hpp"
#include "engine/search/repeat.hpp"
#include "engine/trace/operation.hpp"
#include "engine/trace/semantics.hpp"

namespace mcheck {

// What becomes of a thread that asks.
enum class Going : std::uint8_t { kRests, kOn, kGivesWay };

class Decider {
 public:
  virtual ~Decider() = default;

  // The running thread wants to do this next. On: it has happened, with that reply, and the thread
  // goes on. Otherwise nothing has happened, and the thread comes to rest.
  virtual Going goes_on(ThreadId thread, const Operation& operation, Reply& reply) = 0;

  // Who gave way has come to rest, with that operation. Another thread goes on in its place: what
  // that one wanted has happened, with that reply. kNoThread: nothing has happened, and the rest is
  // a step.
  virtual ThreadId next(const Operation& operation, Reply& reply) = 0;
  // The same where the thread that ran has ended, or wants to join one that has not. What is known
  // of it afterwards is what its step would tell, whoever goes on.
  virtual ThreadId ended(Reply&) { return kNoThread; }
  virtual ThreadId waits(const Operation&, Reply&) { return kNoThread; }

  // Something has just happened without a rest. How often the same may happen again, each time with
  // another value afterwards, before this is told of it, all at once: for as long as the thread
  // does nothing else. 0: whoever wants to do it asks.
  virtual unsigned may_repeat() { return 0; }
  virtual void repeated(std::span<const Repeat>) {}
};

}  // namespace mcheck
