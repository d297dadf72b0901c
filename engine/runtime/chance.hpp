// SPDX-License-Identifier: MIT
// What a program asked that gives another answer each time: a clock, a random number. Who tells why
// a program does not repeat itself wants to know where it did.
#pragma once

#include <vector>

#include "engine/runtime/backtrace.hpp"

namespace mcheck {

struct Question {
  const char* what;      // "asks a clock"
  const char* function;  // "clock_gettime"
  Backtrace from;
};

// Of the running program, if one runs; the first time for each function.
void note_question(const char* what, const char* function);
[[nodiscard]] const std::vector<Question>& questions();
void forget_questions();

}  // namespace mcheck
