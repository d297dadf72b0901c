// SPDX-License-Identifier: MIT
// Crashes and hangs of the program, caught in its own process: SIGSEGV, SIGBUS, SIGFPE, SIGILL and
// SIGABRT while a thread of the program runs become failures, and so does computing for longer than
// `patience` seconds of the processor without an operation, or waiting in the system for five times
// as long. While the engine runs they keep their usual meaning.
#pragma once

#include <cstdint>

#include "engine/base/host_state.hpp"

namespace mcheck {

void watch_signals(double patience);
void ignore_signals();
// Whether an access that the processor refuses, and a system call that is told of, come to us: the
// program may block signals, handle them itself, or have them handled elsewhere.
[[nodiscard]] bool refusals_are_heard();
// A process that was forked has the handlers, and no clock.
void watch_time_again();
// A word in memory that is shared with whoever waits outside: it moves for as long as we look at a
// program that has some patience left, and its end is our matter. Set after watch_signals().
void set_heartbeat(volatile std::uint64_t* heartbeat);
[[nodiscard]] std::uint64_t heartbeats();
// The program has done no operation for longer than that, and most of the time went into hooks of
// accesses and of blocks, where it is not interrupted: they ask themselves, and end such a thing.
MCHECK_HOST_STATE extern volatile bool operation_is_overdue;
void end_overdue();
// How often our clock has interrupted whatever ran: a system call that ended with EINTR then was
// interrupted by nobody that the program knows.
[[nodiscard]] std::uint64_t clock_ticks();

}  // namespace mcheck
