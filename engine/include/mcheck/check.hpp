// SPDX-License-Identifier: MIT
// What a checked program says to the checker.
//
// check is assert with a sentence and without NDEBUG. assume keeps executions of no interest out of
// the count; a search that has cut executions off has verified the others. choose tries every
// value.
#pragma once

#include <cstdint>

namespace mcheck {

// The execution fails with this message unless the condition holds.
void check(bool condition, const char* message);

// Unless the condition holds the thread is blocked here for ever. The others go on, and what they
// do wrong is a failure; that they wait for this thread is none.
void assume(bool condition);

// A number from 0 to count-1: every one of them is tried. REQUIRES: 0 < count <= 10'000.
[[nodiscard]] int choose(int count);

// A value of one thread by name, for `mcheck explore --final-states`: the last one of a name in an
// execution is listed among what it ended with. No operation: nothing is scheduled because of it.
void note(const char* name, std::int64_t value);

// Lets other threads go first: what a thread that polls in a loop should do each time around.
void yield();

}  // namespace mcheck
