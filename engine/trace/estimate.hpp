// SPDX-License-Identifier: MIT
// Between which numbers of executions the truth lies where an estimate rests on a share of them.
//
// A search goes through one corner after the other, and the first ones are smaller than most: the
// smaller the share that an estimate rests on, the further off it may be, and rather too low. How
// far was measured where a formula tells the truth (tests/programs/estimate_range_test.cpp): by the
// square root of one by that share upwards, by its cube root downwards. That is a rule found by
// measuring trust and dfs, and no bound.
//
// Two kinds of estimates are worse. That of odpor leaves out all races that it has not come to, so
// that nobody knows how many more there are. With a bound dfs takes ways for many which the bound
// closes further down, and trust learns from tasks that had more of the bound left: as little may
// be left as nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mcheck {

enum class EstimateKind : std::uint32_t { kUsual, kAtLeast, kBounded };

struct EstimatedRange {
  double least = 0;
  double most = 0;

  // Too near to each other to be worth two numbers.
  [[nodiscard]] bool is_narrow() const { return most < 3 * least; }
  [[nodiscard]] bool is_bounded_above() const { return !std::isinf(most); }
};

// REQUIRES: 0 < done <= expected.
[[nodiscard]] inline EstimatedRange estimated_range(double done, double expected,
                                                    EstimateKind kind = EstimateKind::kUsual) {
  const double one_by_share = expected / done;
  const double root = std::cbrt(one_by_share);
  switch (kind) {
    case EstimateKind::kAtLeast:
      return {.least = done * root, .most = std::numeric_limits<double>::infinity()};
    case EstimateKind::kBounded: return {.least = done, .most = expected * one_by_share};
    case EstimateKind::kUsual: break;
  }
  return {.least = std::max(done, expected / root), .most = expected * std::sqrt(one_by_share)};
}

}  // namespace mcheck
