// SPDX-License-Identifier: MIT
// Between which numbers of executions the truth lies where an estimate rests on a share of them.
//
// A search goes through one corner after the other, and the first ones are smaller than most: the
// smaller the share that an estimate rests on, the further off it may be, and rather too low. How
// far was measured where a formula tells the truth (tests/command/progress_test.cpp): by the square
// root of one by that share upwards, by its cube root downwards. That is a rule found by measuring
// trust, and no bound.
#pragma once

#include <algorithm>
#include <cmath>

namespace mcheck {

struct EstimatedRange {
  double least = 0;
  double most = 0;

  // Too near to each other to be worth two numbers.
  [[nodiscard]] bool is_narrow() const { return most < 3 * least; }
};

// REQUIRES: 0 < done <= expected.
[[nodiscard]] inline EstimatedRange estimated_range(double done, double expected) {
  const double one_by_share = expected / done;
  return {.least = std::max(done, expected / std::cbrt(one_by_share)),
          .most = expected * std::sqrt(one_by_share)};
}

}  // namespace mcheck
