// SPDX-License-Identifier: MIT
// What is wrong where threads do not go on: a deadlock, and of which kind; threads that hold each
// other up for ever while others go on, or have ended; or no end in sight.
//
// Who holds something is taken to be the only one who can give it back: of locks, of functions that
// run once, and of a thread's own end that is so. Semaphores, condition variables and whatever may
// time out belong to nobody, and are in no circle.
//
// All of it is told at the end of an execution. Who stands where then follows from what happened,
// in whatever order independent steps were taken, so every strategy says the same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/search/execution.hpp"

namespace mcheck {

// The threads that can never go on, whatever others do: each waits for one of them, for itself, or
// for a thread that has ended and still holds what it waits for.
[[nodiscard]] std::vector<ThreadId> held_up_for_ever(const Execution& execution);

// REQUIRES: nobody can go on, and not all have finished.
[[nodiscard]] Failure standstill(const Execution& execution);

// The process has ended in good order, or waits for a thread whose assumption is false. A thread
// that only waits then is no failure; threads that hold each other up are. `others`: what the
// message ends with.
[[nodiscard]] std::optional<Failure> left_behind(const Execution& execution, const char* others);

// The execution has had as many steps as it may have, and the thread could still go on.
[[nodiscard]] Failure without_end(const Execution& execution, ThreadId thread, std::uint64_t steps);

// The thread has performed so many yields and fences, and nothing else.
[[nodiscard]] Failure endless_pauses(ThreadId thread, std::uint64_t times);

}  // namespace mcheck
