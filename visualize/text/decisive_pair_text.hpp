// SPDX-License-Identifier: MIT
// What differs between a failing execution and the nearest passing one, in words: the decisive
// pair, and what each thread reads or does differently.
#pragma once

#include <string>

#include "engine/trace/results/result.hpp"

namespace mcheck {

// Lines, each with its line end; "" if it is unknown.
[[nodiscard]] std::string decisive_pair_text(const FailureReport& failure);

}  // namespace mcheck
