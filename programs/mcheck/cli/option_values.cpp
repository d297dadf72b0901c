// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/option_values.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace mcheck::command {

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto outcome = std::from_chars(text.data(), end, value);
  if (outcome.ec != std::errc() || outcome.ptr != end) return std::nullopt;
  return value;
}

std::optional<double> parse_seconds(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 5> kUnits = {
      {{"", 1.0}, {"ms", 0.001}, {"s", 1.0}, {"m", 60.0}, {"h", 3600.0}}};
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto outcome = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (outcome.ec != std::errc() || !std::isfinite(value) || std::signbit(value)) {
    return std::nullopt;
  }
  const std::string_view unit(outcome.ptr, static_cast<std::size_t>(end - outcome.ptr));
  for (const auto& [name, seconds] : kUnits) {
    if (unit == name) return value * seconds;
  }
  return std::nullopt;
}

std::optional<bool> parse_switch(std::string_view text) {
  for (const std::string_view on : {"on", "yes", "true", "1"}) {
    if (text == on) return true;
  }
  for (const std::string_view off : {"off", "no", "false", "0"}) {
    if (text == off) return false;
  }
  return std::nullopt;
}

}  // namespace mcheck::command
