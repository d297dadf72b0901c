// SPDX-License-Identifier: MIT
// How an unmodified program ends: what it registered to be called at the end, and in which order
// that happens, as in the C library. A program that was written for mcheck registers nothing that
// is called: its executions end without the process ending.
//
// The process ends as soon as no other thread can go on. Whatever others do after the last step of
// the thread that ends it, they might have done before.
#pragma once

namespace mcheck {

// The names of two objects, for reports: a lock that the first caller of exit keeps, and the list
// of what is called at exit.
inline constexpr const char* kEndOfProcess = "the end of the process";
inline constexpr const char* kExitHandlers = "exit handlers";

// exit, and main's return: destroys the calling thread's thread_local objects, calls handlers, the
// newest first, and flushes files. Who calls it while another thread does, waits for ever.
[[noreturn]] void exit_program(int code);
// Calls what at_quick_exit registered, and flushes nothing.
[[noreturn]] void quick_exit_program(int code);
// _exit: calls nothing.
[[noreturn]] void end_program(int code);

}  // namespace mcheck
