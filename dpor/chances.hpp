// SPDX-License-Identifier: MIT
// How likely is likely: the numbers in which the strategies that draw lots say what they guarantee.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mcheck {

// "1 execution", "12,000 executions"
[[nodiscard]] std::string count_text(std::uint64_t number, const std::string& noun);
// "1 in 60", "1 in 3.1e+18": how likely something of this probability is.
[[nodiscard]] std::string chance_text(double probability);
// The probability that something of probability p has not happened in so many tries: "0.37"; no
// less than "1e-9".
[[nodiscard]] std::string missed_text(double p, std::uint64_t tries);
// How many ways there are to run threads of so many steps each: (k1 + k2 + …)! / (k1! k2! …).
[[nodiscard]] double interleavings(const std::vector<std::uint64_t>& steps);

}  // namespace mcheck
