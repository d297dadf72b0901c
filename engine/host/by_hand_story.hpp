// SPDX-License-Identifier: MIT
// A failure as a program tells it that is run without the command: what happened step by step, why
// each thread stops, how it ends and what decides. One column, and no pictures: these are mcheck's.
#pragma once

#include <string>

#include "engine/trace/result.hpp"

namespace mcheck {

// Lines, each with its line end and a little to the right.
[[nodiscard]] std::string by_hand_story(const FailureReport& failure);

}  // namespace mcheck
