// SPDX-License-Identifier: MIT
// Warnings about misuse that all implementations define.
#pragma once

#include <span>
#include <vector>

#include "engine/runtime/verdict/defined_misuse.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

void add_misuses(std::vector<Warning>& warnings, std::span<const DefinedMisuse> misuses);

}  // namespace mcheck
