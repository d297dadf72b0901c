// SPDX-License-Identifier: MIT
// Calls of the program whose result differs each time: clocks, random numbers. The report on a
// program that does not repeat itself names them.
#pragma once

#include <vector>

#include "engine/runtime/machine/backtrace.hpp"

namespace mcheck {

struct NondeterministicCall {
  const char* what;      // "reads a clock"
  const char* function;  // "clock_gettime"
  Backtrace from;
};

// By the running program, if one runs; the first call of each function.
void note_nondeterministic_call(const char* what, const char* function);
[[nodiscard]] const std::vector<NondeterministicCall>& nondeterministic_calls();
void forget_nondeterministic_calls();

}  // namespace mcheck
