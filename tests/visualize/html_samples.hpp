// SPDX-License-Identifier: MIT
// Results written by hand for the tests of the HTML page.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/result.hpp"

namespace mcheck::samples {

// A lost update with all that steps can tell, and the execution that passes.
FailureReport lost_update_told(const std::string& file);

// A deadlock of two threads; all steps and ends are places of this file.
FailureReport deadlock_told(const std::string& file);

// A race with the stacks of both sides.
FailureReport race_told(const std::string& file);

// Five threads that add, lock and read in turn, in so many steps.
FailureReport long_told(int steps);

// Names that would end the script, begin a comment, or be elements, if a page let them; and one of
// 10,000 letters.
FailureReport hostile_told();

Result verified();

// Verified within a bound, with a warning that has places in this file, one with a hostile name.
Result warned(const std::string& file);

}  // namespace mcheck::samples
