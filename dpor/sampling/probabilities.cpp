// SPDX-License-Identifier: MIT
#include "dpor/sampling/probabilities.hpp"

#include <cmath>
#include <cstdio>

namespace mcheck {
namespace {

// Pseudorandom numbers cannot promise a smaller probability.
constexpr double kMinReported = 1e-9;

std::string formatted(const char* format, double number) {
  char text[32];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

}  // namespace

std::string count_text(std::uint64_t number, const std::string& noun) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits + " " + noun + (number == 1 ? "" : "s");
}

std::string probability_text(double probability) {
  const double one_in = 1 / probability;
  return "1 in " + formatted(one_in < 1e6 ? "%.0f" : "%.2g", one_in);
}

std::string miss_probability_text(double p, std::uint64_t executions) {
  const double missed = std::pow(1 - p, static_cast<double>(executions));
  return missed < kMinReported ? "1e-9" : formatted("%.2g", missed);
}

double interleaving_count(const std::vector<std::uint64_t>& steps) {
  // One factor at a time, so that no factorial overflows.
  double product = 1;
  std::uint64_t total = 0;
  for (const std::uint64_t thread_steps : steps) {
    for (std::uint64_t i = 1; i <= thread_steps; ++i) {
      product *= static_cast<double>(++total) / static_cast<double>(i);
    }
  }
  return product;
}

}  // namespace mcheck
