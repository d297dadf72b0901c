// SPDX-License-Identifier: MIT
// More failures written by hand: one of each kind that pictures show in a way of its own.
#pragma once

#include "engine/trace/result.hpp"

namespace mcheck::samples {

// The lost update, and what passes if one load and one store change places.
FailureReport lost_update_with_twin();

// A write and a read that nothing orders, neither of which was a step.
FailureReport data_race();

// A head that is what it was, and yet another.
FailureReport aba();

// A block that nobody frees: a failure of no thread.
FailureReport leak();

// Two threads that go round for ever.
FailureReport livelock();

// Four threads that hardly ever go on for long.
FailureReport many_switches(int steps);

}  // namespace mcheck::samples
