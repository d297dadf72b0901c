// SPDX-License-Identifier: MIT
// Programs with memory orders, to compare searches under a weak memory model over, the same for the
// same seed everywhere.
#pragma once

#include <cstdint>
#include <functional>

#include "tests/support/generators/random_programs.hpp"
#include "tests/support/table/table.hpp"

namespace table {

// Accesses to variables in all orders, fences, strong and weak compare-exchanges, tests of what was
// read; one or two of them in each thread of a random program of the theme, unless the theme is
// variables: then nothing else.
[[nodiscard]] Program random_weak_program(std::uint64_t seed, const Shape& shape);

// The program with each access in all orders that make a difference: relaxed, the strongest of
// acquire and release that it can have, and sequentially consistent.
void for_each_order(const Program& program, const std::function<void(const Program&)>& callback);

}  // namespace table
