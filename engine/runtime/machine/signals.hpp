// SPDX-License-Identifier: MIT
// Catches crashes and hangs of the program in its own process. SIGSEGV, SIGBUS, SIGFPE, SIGILL and
// SIGABRT while a thread of the program runs become failures, and so do more than `patience`
// seconds of processor time without an operation, or five times as long waiting in the system.
// While the engine runs, the signals keep their usual meaning.
#pragma once

#include <cstdint>

#include "engine/base/host_state.hpp"

namespace mcheck {

void install_signal_handlers(double patience);
void remove_signal_handlers();
// Whether guard faults and intercepted system calls reach our handlers: the program may block the
// signals, handle them itself, or use another signal stack.
[[nodiscard]] bool guard_faults_are_handled();
// A forked process has the handlers, but no timer.
void restart_watchdog_timer();
// A word in memory that is shared with the process that waits for this one. It changes as long as
// this process watches the program and will end a hang itself. Set after install_signal_handlers().
void set_heartbeat(volatile std::uint64_t* heartbeat);
[[nodiscard]] std::uint64_t heartbeats();
// The program has performed no operation for longer than that, and spent most of the time in hooks
// of accesses and blocks, which are not interrupted. The hooks test this flag and end the hang.
MCHECK_HOST_STATE extern volatile bool operation_is_overdue;
void end_overdue();
// How often our timer has interrupted a system call or other code: an EINTR at that time was caused
// by no signal of the program.
[[nodiscard]] std::uint64_t clock_ticks();

}  // namespace mcheck
