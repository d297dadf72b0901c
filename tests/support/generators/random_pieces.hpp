// SPDX-License-Identifier: MIT
// What random programs are made of: a few statements that belong together.
#pragma once

#include <vector>

#include "tests/support/generators/draw.hpp"
#include "tests/support/generators/random_programs.hpp"

namespace table {

using Statements = std::vector<Statement>;

// Adds one piece on the theme; nothing for kSpawns, which concerns the whole program. Objects are
// drawn so that most threads share them.
void add_piece(Draw& draw, Theme theme, Statements& thread);

}  // namespace table
