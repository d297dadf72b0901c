// SPDX-License-Identifier: MIT
// Makes text from a checked program printable. Names and messages may hold any bytes: invalid
// UTF-8, line ends, escape sequences that would change the terminal. These functions replace what
// is not printable and leave the rest.
//
// Each code point counts as one column: wide East Asian letters are misaligned, but correct.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcheck {

// The text as valid UTF-8: invalid bytes become U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

// The text on one line: valid UTF-8 with escaped control characters (also those that change the
// writing direction). A line end becomes the two characters
// .
[[nodiscard]] std::string one_line(std::string_view text);

// The number of columns of valid UTF-8.
[[nodiscard]] std::size_t columns_of(std::string_view text);

// The text, or as much of it as fits, then `…`. REQUIRES: columns >= 1.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

// The text, padded with spaces to that width.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

// A code point as UTF-8; U+FFFD for an invalid one.
[[nodiscard]] std::string encoded(char32_t code_point);

}  // namespace mcheck
