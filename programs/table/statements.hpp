// SPDX-License-Identifier: MIT
// One statement of a block, from its words.
#pragma once

#include <string>
#include <vector>

#include "objects.hpp"
#include "program.hpp"

namespace table {

// Throws Wrong. REQUIRES: !words.empty().
[[nodiscard]] Statement read_statement(const std::vector<std::string>& words, std::size_t line,
                                       Objects& objects);

}  // namespace table
