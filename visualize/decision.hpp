// SPDX-License-Identifier: MIT
// What differs between a failing execution and the nearest passing one, in words: the decisive
// pair, and what each thread reads or does differently.
#pragma once

#include <string>

#include "engine/trace/result.hpp"

namespace mcheck {

// Lines, each with its line end; "" if it is unknown.
[[nodiscard]] std::string decision(const FailureReport& failure);

}  // namespace mcheck
