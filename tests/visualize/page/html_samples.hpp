// SPDX-License-Identifier: MIT
// Results for the tests of the HTML page, written by hand.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck::samples {

// A lost update with every field of a step, and a passing execution.
FailureReport detailed_lost_update(const std::string& file);

// A deadlock of two threads; all steps and ends are places of this file.
FailureReport detailed_deadlock(const std::string& file);

// A race with the stacks of both sides.
FailureReport detailed_race(const std::string& file);

// Five threads that add, lock and read in turn, in `steps` steps.
FailureReport long_execution(int steps);

// Names that would end the script, begin a comment, or become elements if a page allowed it; and
// one of 10,000 letters.
FailureReport detailed_hostile();

Result verified();

// Verified within a bound, with a warning that has places in this file, one of them with a hostile
// name.
Result warned(const std::string& file);

}  // namespace mcheck::samples
