// SPDX-License-Identifier: MIT
// Parses the values of options. Strict: "3x" is not a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mcheck::command {

// A decimal integer up to 2^64 - 1.
[[nodiscard]] std::optional<std::uint64_t> parse_whole(std::string_view text);

// Non-negative seconds, from "30s", "500ms", "2m", "1.5h" or a plain number.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

// on, yes, true, 1 · off, no, false, 0
[[nodiscard]] std::optional<bool> parse_switch(std::string_view text);

}  // namespace mcheck::command
