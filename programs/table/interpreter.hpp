// SPDX-License-Identifier: MIT
// Runs a program on objects of the model library: each statement is exactly one operation.
#pragma once

#include "program.hpp"

namespace table {

// REQUIRES: program.error.empty(), and a thread of a program under exploration.
void interpret(const Program& program);

}  // namespace table
