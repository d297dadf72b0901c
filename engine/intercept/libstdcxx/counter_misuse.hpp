// SPDX-License-Identifier: MIT
// Misuse of std::latch and std::counting_semaphore. In libstdc++ they are inline: a hook sees only
// an addition to an int. The resulting number shows the undefined behaviour; the debug information
// of the calling code shows whether the number is such a counter.
#pragma once

#include <atomic>
#include <cstdint>

namespace mcheck {

// Whether an addition or a subtraction may be such misuse. All others pass without a check: both
// classes count with release, a latch never goes below zero, and a semaphore allows at least one
// permit.
inline bool may_be_counter_misuse(bool subtracts, std::int32_t before, std::int32_t operand,
                                  int order) {
  if (order != static_cast<int>(std::memory_order_release)) return false;
  if (subtracts) return operand < 0 || operand > before;
  constexpr std::int64_t kMinPermits = 1;
  return operand < 0 || std::int64_t{before} + operand > kMinPermits;
}

// Checks an operation for which the above holds and that has just happened. `caller` is a return
// address. Returns unless it is misuse.
void check_counter(bool subtracts, std::int32_t before, std::int32_t operand, const void* caller);

}  // namespace mcheck
