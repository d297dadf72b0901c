// SPDX-License-Identifier: MIT
// Misuse that every implementation defines, told for people: as a warning.
#pragma once

#include <span>
#include <vector>

#include "engine/runtime/defined_misuse.hpp"
#include "engine/trace/result.hpp"

namespace mcheck {

void add_misuses(std::vector<Warning>& warnings, std::span<const DefinedMisuse> misuses);

}  // namespace mcheck
