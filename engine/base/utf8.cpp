// SPDX-License-Identifier: MIT
#include "engine/base/utf8.hpp"

#include <array>
#include <cstdio>

namespace mcheck {
namespace {

constexpr char32_t kReplacement = 0xfffd;

struct Decoded {
  char32_t code_point = kReplacement;
  std::size_t bytes = 1;
};

std::size_t sequence_bytes(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xf0 && first < 0xf5) return 4;
  return 0;
}

bool is_scalar(char32_t code_point, std::size_t bytes) {
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xd800 && code_point < 0xe000;
  return code_point >= kSmallest[bytes] && code_point <= 0x10ffff && !surrogate;
}

// The first code point. REQUIRES: text is not empty.
Decoded decode_first(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = sequence_bytes(first);
  if (bytes == 1) return {first, 1};
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t code_point = first & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0u) != 0x80u) return {};
    code_point = (code_point << 6) | (next & 0x3fu);
  }
  if (!is_scalar(code_point, bytes)) return {};
  return {code_point, bytes};
}

bool is_control(char32_t c) {
  const bool code = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool invisible = (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e);
  const bool direction = c >= 0x2066 && c <= 0x2069;
  const bool not_a_character = c == 0xfeff || (c & 0xfffe) == 0xfffe;
  return code || invisible || direction || not_a_character;
}

std::string escaped(char32_t control) {
  if (control == '\n') return "\\n";
  if (control == '\t') return "\\t";
  if (control == '\r') return "\\r";
  std::array<char, 16> buffer{};
  const char* format = control < 0x100 ? "\\x%02x" : "\\u%04x";
  std::snprintf(buffer.data(), buffer.size(), format, static_cast<unsigned>(control));
  return buffer.data();
}

template <typename Convert>
std::string map_code_points(std::string_view text, Convert convert) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Decoded next = decode_first(text);
    result += convert(next.code_point);
    text.remove_prefix(next.bytes);
  }
  return result;
}

}  // namespace

std::string encoded(char32_t c) {
  const auto continuation_byte = [](char32_t bits) {
    return static_cast<char>(0x80u | (bits & 0x3fu));
  };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xc0u | (c >> 6)), continuation_byte(c)};
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return encoded(kReplacement);
  if (c < 0x10000)
    return {static_cast<char>(0xe0u | (c >> 12)), continuation_byte(c >> 6), continuation_byte(c)};
  return {static_cast<char>(0xf0u | (c >> 18)), continuation_byte(c >> 12),
          continuation_byte(c >> 6), continuation_byte(c)};
}

std::string valid_utf8(std::string_view text) {
  return map_code_points(text, [](char32_t c) { return encoded(c); });
}

std::string one_line(std::string_view text) {
  return map_code_points(text, [](char32_t c) { return is_control(c) ? escaped(c) : encoded(c); });
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const char byte : text) {
    if ((static_cast<unsigned char>(byte) & 0xc0u) != 0x80u) ++columns;
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  std::string result;
  for (std::size_t used = 0; used + 1 < columns; ++used) {
    const Decoded next = decode_first(text);
    result += encoded(next.code_point);
    text.remove_prefix(next.bytes);
  }
  return result + "…";
}

std::string padded(std::string_view text, std::size_t columns) {
  std::string result(text);
  const std::size_t used = columns_of(text);
  if (used < columns) result.append(columns - used, ' ');
  return result;
}

}  // namespace mcheck
