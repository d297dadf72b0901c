// SPDX-License-Identifier: MIT
// The values of options, from the text that a person wrote. Nothing is guessed: "3x" is no number.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mcheck::command {

// A whole number in decimal digits, up to 2^64 - 1.
[[nodiscard]] std::optional<std::uint64_t> parse_whole(std::string_view text);

// Seconds, from "30s", "500ms", "2m", "1.5h" or a plain number of seconds; not negative.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

// on, yes, true, 1 · off, no, false, 0
[[nodiscard]] std::optional<bool> parse_switch(std::string_view text);

}  // namespace mcheck::command
