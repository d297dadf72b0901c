// SPDX-License-Identifier: MIT
// The lexer: splits a line into words, and classifies words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"

namespace table {

// An error in the file. Thrown by the parser and caught in read_file().
struct ParseError {
  std::size_t line = 0;
  std::string text;
};

// Drops the comment. =, == and != are always separate words.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

// The word in quotes, printable.
[[nodiscard]] std::string quoted_word(std::string_view word);

[[nodiscard]] std::optional<std::size_t> as_register(std::string_view word);
[[nodiscard]] std::optional<Number> as_number(std::string_view word);
// An identifier: letters, digits and underscores, no digit first, and not a register.
[[nodiscard]] bool is_name(std::string_view word);

}  // namespace table
