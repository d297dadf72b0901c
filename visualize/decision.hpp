// SPDX-License-Identifier: MIT
// What decides between a failing execution and the nearest one that passes, in words.
#pragma once

#include <string>

#include "engine/trace/result.hpp"

namespace mcheck {

// Lines, each with its line end; "" where it is not known.
[[nodiscard]] std::string decision(const FailureReport& failure);

}  // namespace mcheck
