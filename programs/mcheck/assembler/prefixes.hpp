// SPDX-License-Identifier: MIT
// Compares the beginnings of names of symbols and instructions.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace mcheck::command {

[[nodiscard]] inline bool starts_with_any(std::string_view text,
                                          std::span<const std::string_view> prefixes) {
  return std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return text.starts_with(prefix); });
}

}  // namespace mcheck::command
