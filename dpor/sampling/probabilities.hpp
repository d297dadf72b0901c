// SPDX-License-Identifier: MIT
// Probabilities and counts as text, for the guarantees that random strategies state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mcheck {

// "1 execution", "12,000 executions"
[[nodiscard]] std::string count_text(std::uint64_t number, const std::string& noun);
// "1 in 60", "1 in 3.1e+18": a probability.
[[nodiscard]] std::string probability_text(double probability);
// The probability that an event of probability p does not occur in this many executions: "0.37"; no
// less than "1e-9".
[[nodiscard]] std::string miss_probability_text(double p, std::uint64_t executions);
// The number of interleavings of threads of this many steps: (k1 + k2 + …)! / (k1! k2! …).
[[nodiscard]] double interleaving_count(const std::vector<std::uint64_t>& steps);

}  // namespace mcheck
