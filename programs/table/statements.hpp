// SPDX-License-Identifier: MIT
// Parses one statement of a block.
#pragma once

#include <string>
#include <vector>

#include "objects.hpp"
#include "program.hpp"

namespace table {

// Throws ParseError. REQUIRES: !words.empty().
[[nodiscard]] Statement read_statement(const std::vector<std::string>& words, std::size_t line,
                                       Objects& objects);

}  // namespace table
