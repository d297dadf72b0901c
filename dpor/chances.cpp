// SPDX-License-Identifier: MIT
#include "dpor/chances.hpp"

#include <cmath>
#include <cstdio>

namespace mcheck {
namespace {

// Pseudorandom numbers cannot promise a smaller probability.
constexpr double kSmallest = 1e-9;

std::string short_text(const char* format, double number) {
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

std::string chance_text(double probability) {
  const double in = 1 / probability;
  return "1 in " + short_text(in < 1e6 ? "%.0f" : "%.2g", in);
}

std::string missed_text(double p, std::uint64_t tries) {
  const double missed = std::pow(1 - p, static_cast<double>(tries));
  return missed < kSmallest ? "1e-9" : short_text("%.2g", missed);
}

double interleavings(const std::vector<std::uint64_t>& steps) {
  // One factor at a time, so that no factorial overflows.
  double product = 1;
  std::uint64_t all = 0;
  for (const std::uint64_t own : steps) {
    for (std::uint64_t i = 1; i <= own; ++i) {
      product *= static_cast<double>(++all) / static_cast<double>(i);
    }
  }
  return product;
}

}  // namespace mcheck
