// SPDX-License-Identifier: MIT
// What a program can say to the checker.
//
// check is an assert with a message that NDEBUG does not remove. assume leaves executions of no
// interest out of the count; a search that has cut executions off has verified the others. choose
// tries every value.
#pragma once

#include <cstdint>

namespace mcheck {

// The execution fails with this message unless the condition holds.
void check(bool condition, const char* message);

// Unless the condition holds, the thread is blocked here for ever. The others continue. Their
// failures count, but that they wait for this thread is no failure.
void assume(bool condition);

// A number from 0 to count-1; each of them is tried. REQUIRES: 0 < count <= 10'000.
[[nodiscard]] int choose(int count);

// A named value for `mcheck explore --final-states`. The last value of a name in an execution is
// part of its final state. This is no operation and no scheduling point.
void note(const char* name, std::int64_t value);

// A mark: the thread does here what it is for. A thread that runs for ever and passes a mark again
// and again makes progress; a fair cycle in which each thread that runs does is no livelock
// (docs/algorithms/states.md). This is no scheduling point.
void progress();

// Lets other threads run first: a thread in a spin loop should call this in each iteration.
void yield();

}  // namespace mcheck
