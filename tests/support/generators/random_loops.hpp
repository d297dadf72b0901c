// SPDX-License-Identifier: MIT
// Random tables in which threads repeat: tests of variables, tries and locks in loops that may end
// or not, with progress marks or without.
#pragma once

#include <cstdint>

#include "tests/support/table/table.hpp"

namespace table {

[[nodiscard]] Program random_loops(std::uint64_t seed);

}  // namespace table
