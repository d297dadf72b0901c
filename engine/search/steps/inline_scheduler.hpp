// SPDX-License-Identifier: MIT
// The scheduler that an executor calls in the middle of a running thread. Most often the thread
// that announces an operation is the one that continues, and then no thread has to suspend.
//
// This is a fast path: its result is the one that a suspension would have had. It may decline at
// any time. Then the executor suspends the thread and returns the operation as a Step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/base/ids.hpp"
#include "engine/search/execution/repeated_step.hpp"
#include "engine/trace/semantics/operation.hpp"
#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

// What the thread does next.
enum class InlineDecision : std::uint8_t { kSuspend, kRunAhead, kSwitch };

class InlineScheduler {
 public:
  virtual ~InlineScheduler() = default;

  // The running thread wants to perform this operation. kRunAhead: it has been performed, with that
  // reply, and the thread continues. Otherwise nothing has happened, and the thread suspends.
  virtual InlineDecision decide(ThreadId thread, const Operation& operation, Reply& reply) = 0;

  // After kSwitch the thread has suspended with that operation. Returns the thread that
  // continues in its place: its operation has been performed, with that reply. kNoThread: nothing
  // has happened, and the suspension is a Step.
  virtual ThreadId successor(const Operation& operation, Reply& reply) = 0;
  // The same where the running thread has ended, or wants to join one that has not. Afterwards the
  // search knows what the Step would have said, whichever thread continues.
  virtual ThreadId thread_ended(Reply&) { return kNoThread; }
  virtual ThreadId thread_waits(const Operation&, Reply&) { return kNoThread; }

  // A step was just taken inline. How often the thread may repeat it, with another value each time,
  // before it reports all repetitions at once with note_repeats(); it must do nothing else
  // meanwhile. 0: each repetition is to be asked for.
  virtual unsigned repeat_limit() { return 0; }
  virtual void note_repeats(std::span<const RepeatedStep>) {}
};

}  // namespace mcheck
