// SPDX-License-Identifier: MIT
// Functions on text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace server {

std::string trimmed(std::string_view text);
std::string lowered(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);
// Maximal runs of letters and digits.
std::vector<std::string> words_of(std::string_view text);
std::string joined(const std::vector<std::string>& parts, std::string_view separator);
bool starts_with(std::string_view text, std::string_view start);
std::optional<long> to_number(std::string_view text);
std::string replaced(std::string text, std::string_view from, std::string_view to);
// %41 → A; a malformed code stays as it is.
std::string percent_decoded(std::string_view text);
std::size_t hash_of(std::string_view text);

}  // namespace server
