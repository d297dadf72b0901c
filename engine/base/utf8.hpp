// SPDX-License-Identifier: MIT
// Text from a checked program, made fit to be shown. Names and messages may hold anything: broken
// UTF-8, line ends, escape sequences that would paint the terminal. These functions change what
// cannot be shown, and nothing else.
//
// Every code point counts as one column: wide East Asian letters come out misaligned, not wrong.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcheck {

// The text as valid UTF-8: bytes that are none become U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

// The text as it may stand in one line: valid UTF-8, and control characters (those that turn the
// writing direction too) are spelled: a line end becomes the two characters \n.
[[nodiscard]] std::string one_line(std::string_view text);

// How many columns valid UTF-8 takes.
[[nodiscard]] std::size_t columns_of(std::string_view text);

// The text, or as much of it as fits, with `…` where something is missing. REQUIRES: columns >= 1.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

// The text and as many spaces as it needs to be that wide.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

// A code point as UTF-8; U+FFFD for what is none.
[[nodiscard]] std::string encoded(char32_t code_point);

}  // namespace mcheck
