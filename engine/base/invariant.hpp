// SPDX-License-Identifier: MIT
// Reports a bug in mcheck itself: prints what was expected and where, and ends the process. Active
// in every build, because a checker that continues after a broken invariant may print a wrong
// "verified".
#pragma once

namespace mcheck {

[[noreturn]] void broken_invariant(const char* condition, const char* meaning, const char* file,
                                   int line);

// broken_invariant calls it before it ends the process, so that a search can print the schedule
// that led here. At most one handler; null removes it.
using FatalErrorHandler = void (*)();
void set_fatal_error_handler(FatalErrorHandler handler);

}  // namespace mcheck

#define MCHECK_INVARIANT(condition, meaning) \
  (static_cast<bool>(condition)              \
       ? static_cast<void>(0)                \
       : ::mcheck::broken_invariant(#condition, meaning, __FILE__, __LINE__))
