// SPDX-License-Identifier: MIT
// Crashes and hangs of the program, caught in its own process: SIGSEGV, SIGBUS, SIGFPE, SIGILL and
// SIGABRT while a thread of the program runs become failures, and so does going on for longer than
// `patience` seconds without an operation. While the engine runs they keep their usual meaning.
#pragma once

#include <cstdint>

namespace mcheck {

void watch_signals(double patience);
void ignore_signals();
// A process that was forked has the handlers, and no clock.
void watch_time_again();
// How often our clock has interrupted whatever ran: a system call that ended with EINTR then was
// interrupted by nobody that the program knows.
[[nodiscard]] std::uint64_t clock_ticks();

}  // namespace mcheck
