// SPDX-License-Identifier: MIT
// The end of an unmodified program: calls what it registered for its end, in the order of the C
// library. A program that was written for mcheck registers nothing here: its executions end without
// an end of the process.
//
// The process ends as soon as no other thread is enabled. What other threads do after the last step
// of the thread that ends it, they could have done before.
#pragma once

namespace mcheck {

// The names of two objects, for reports: a lock that the first caller of exit keeps, and the list
// of handlers.
inline constexpr const char* kEndOfProcess = "the end of the process";
inline constexpr const char* kExitHandlers = "exit handlers";

// exit, and main's return: destroys the calling thread's thread_local objects, calls handlers, the
// newest first, and flushes files. A thread that calls it while another does, waits for ever.
[[noreturn]] void exit_program(int code);
// Calls what at_quick_exit registered, and flushes nothing.
[[noreturn]] void quick_exit_program(int code);
// _exit: calls nothing.
[[noreturn]] void end_program(int code);

}  // namespace mcheck
