// SPDX-License-Identifier: MIT
// What is wrong when threads are stuck: which kind of deadlock or livelock it is, or that an
// execution has no end in sight.
//
// A thread that holds something is taken to be the only one that can release it. That is so for
// locks, for functions that run once, and for a thread's own end. Semaphores, condition variables
// and waits that may time out have no holder, and are in no cycle.
//
// All of this is computed at the end of an execution. The state there does not depend on the order
// of independent steps, so every strategy reports the same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

// The threads that are blocked for ever, whatever others do: each waits for one of them, for
// itself, or for a thread that has ended and still holds what it waits for.
[[nodiscard]] std::vector<ThreadId> permanently_blocked(const Execution& execution);

// REQUIRES: no thread is enabled, and not all have finished.
[[nodiscard]] Failure stuck_failure(const Execution& execution);

// The first thread that waits at a gate, or for a condition to hold; kNoThread: none.
[[nodiscard]] ThreadId thread_at_gate(const Execution& execution);

// The process has ended regularly, or waits for a thread whose assumption is false. A thread that
// only waits then is no failure; a cycle of threads that block each other is one. `others` is
// appended to the message.
[[nodiscard]] std::optional<Failure> remaining_deadlock(const Execution& execution,
                                                        const char* others);

// The execution has reached its limit on steps, and the thread is still enabled.
[[nodiscard]] Failure step_limit_failure(const Execution& execution, ThreadId thread,
                                         std::uint64_t steps);

// The thread has performed so many yields and fences, and nothing else.
[[nodiscard]] Failure endless_pauses_failure(ThreadId thread, std::uint64_t times);

}  // namespace mcheck
