// SPDX-License-Identifier: MIT
// std::latch and std::counting_semaphore of libstdc++: inline, and to the hooks an int that
// something is added to. What they leave undefined is known by the number that comes out; whose
// number it is stands in the debug information of the code that has called.
#pragma once

#include <atomic>
#include <cstdint>

namespace mcheck {

// Whether an addition or a subtraction may be such a misuse. All others are let pass without a
// question: both count with release, a latch never below zero, and a semaphore has at least one
// permit to give.
inline bool may_miscount(bool subtracts, std::int32_t before, std::int32_t operand, int order) {
  if (order != static_cast<int>(std::memory_order_release)) return false;
  if (subtracts) return operand < 0 || operand > before;
  constexpr std::int64_t kFewest = 1;
  return operand < 0 || std::int64_t{before} + operand > kFewest;
}

// Of an operation that may be one, and has just happened. `caller` is where, as a return address.
// Returns unless it is misuse.
void judge_count(bool subtracts, std::int32_t before, std::int32_t operand, const void* caller);

}  // namespace mcheck
