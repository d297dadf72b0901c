// SPDX-License-Identifier: MIT
// What random programs are put together from: a few statements that belong together.
#pragma once

#include <vector>

#include "tests/support/draw.hpp"
#include "tests/support/random_programs.hpp"

namespace table {

using Statements = std::vector<Statement>;

// One piece on the theme; nothing for kSpawns, which is a matter of the whole program. A program of
// several threads draws its objects so that most meet.
void add_piece(Draw& draw, Theme theme, Statements& thread);

}  // namespace table
