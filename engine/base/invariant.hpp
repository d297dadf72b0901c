// SPDX-License-Identifier: MIT
// When mcheck itself is wrong: say what was supposed to hold, where, and stop. On in every build,
// because a checker that goes on after a broken invariant may say "verified" about nothing.
#pragma once

namespace mcheck {

[[noreturn]] void broken_invariant(const char* condition, const char* meaning, const char* file,
                                   int line);

// Called by broken_invariant before it ends the process, so that whoever runs a search can add the
// schedule that led here. At most one; null takes it away.
using LastWords = void (*)();
void set_last_words(LastWords speak);

}  // namespace mcheck

#define MCHECK_INVARIANT(condition, meaning) \
  (static_cast<bool>(condition)              \
       ? static_cast<void>(0)                \
       : ::mcheck::broken_invariant(#condition, meaning, __FILE__, __LINE__))
