// SPDX-License-Identifier: MIT
// The range of the number of executions, given an estimate that is based on a share of them.
//
// A search explores one part of the tree after the other, and the first parts are smaller than
// most. So an estimate that is based on a small share is inaccurate, and rather too low. The error
// was measured where a formula gives the true number
// (tests/programs/search/estimate_range_test.cpp): at most the square root of the inverse share
// upwards, and its cube root downwards. This is an empirical rule for trust and dfs, and no proven
// bound.
//
// Two kinds of estimates are worse. That of odpor lacks all races that it has not found yet, so it
// has no upper limit. With a bound, dfs assumes many alternatives that the bound later excludes,
// and trust extrapolates from tasks with more of the bound left: the rest may be close to nothing.
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

  // The two numbers are too close to print both.
  [[nodiscard]] bool is_narrow() const { return most < 3 * least; }
  [[nodiscard]] bool is_bounded_above() const { return !std::isinf(most); }
};

// REQUIRES: 0 < done <= expected.
[[nodiscard]] inline EstimatedRange estimated_range(double done, double expected,
                                                    EstimateKind kind = EstimateKind::kUsual) {
  const double inverse_share = expected / done;
  const double root = std::cbrt(inverse_share);
  switch (kind) {
    case EstimateKind::kAtLeast:
      return {.least = done * root, .most = std::numeric_limits<double>::infinity()};
    case EstimateKind::kBounded: return {.least = done, .most = expected * inverse_share};
    case EstimateKind::kUsual: break;
  }
  return {.least = std::max(done, expected / root), .most = expected * std::sqrt(inverse_share)};
}

}  // namespace mcheck
