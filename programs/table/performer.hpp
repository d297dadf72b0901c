// SPDX-License-Identifier: MIT
// Performs a program with objects of the model library: each statement is the operation that it
// names, and nothing else is one.
#pragma once

#include "program.hpp"

namespace table {

// REQUIRES: program.error.empty(), and a thread of an explored program.
void perform(const Program& program);

}  // namespace table
