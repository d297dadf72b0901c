// SPDX-License-Identifier: MIT
// Calls of the program whose result differs each time: clocks, random numbers. The report on a
// program that does not repeat itself names them.
#pragma once

#include <vector>

#include "engine/runtime/backtrace.hpp"

namespace mcheck {

struct Question {
  const char* what;      // "asks a clock"
  const char* function;  // "clock_gettime"
  Backtrace from;
};

// By the running program, if one runs; the first call of each function.
void note_question(const char* what, const char* function);
[[nodiscard]] const std::vector<Question>& questions();
void forget_questions();

}  // namespace mcheck
