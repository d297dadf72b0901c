// SPDX-License-Identifier: MIT
// A line of the language as words, and what a word can be.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"

namespace table {

// What is wrong with the file, and where. Thrown by whoever reads it and caught in read_file.
struct Wrong {
  std::size_t line = 0;
  std::string text;
};

// Without the comment. =, == and != are words of their own, whatever stands around them.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

// The word in quotes, fit to be printed.
[[nodiscard]] std::string shown(std::string_view word);

[[nodiscard]] std::optional<std::size_t> as_register(std::string_view word);
[[nodiscard]] std::optional<Number> as_number(std::string_view word);
// A name: letters, digits and underlines, no digit first, and no register.
[[nodiscard]] bool is_name(std::string_view word);

}  // namespace table
