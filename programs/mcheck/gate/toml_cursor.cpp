// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/toml_cursor.hpp"

#include <cctype>
#include <charconv>

#include "engine/base/utf8.hpp"

namespace mcheck::command {
namespace {

bool is_bare_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// A character as messages show it.
std::string described(char c) {
  if (c == '\0') return "the end of the file";
  if (c == '\n') return "the end of the line";
  return "'" + one_line(std::string(1, c)) + "'";
}

}  // namespace

char TomlCursor::next() {
  const char c = text_[at_++];
  if (c == '\n') {
    place_ = {.line = place_.line + 1, .column = 1};
  } else if (at_end() || !continues_code_point(text_[at_])) {
    ++place_.column;
  }
  return c;
}

void TomlCursor::skip_spaces() {
  while (peek() == ' ' || peek() == '\t') next();
}

void TomlCursor::skip_comment() {
  if (peek() != '#') return;
  while (!at_end() && peek() != '\n') next();
}

void TomlCursor::skip_lines() {
  while (!at_end()) {
    skip_spaces();
    skip_comment();
    if (peek() != '\n' && peek() != '\r') return;
    next();
  }
}

void TomlCursor::end_line() {
  skip_spaces();
  skip_comment();
  if (peek() == '\r') next();
  if (at_end()) return;
  if (peek() != '\n') throw TomlError{place_, described(peek()) + " was not expected here"};
  next();
}

void TomlCursor::expect(char wanted) {
  if (accept(wanted)) return;
  throw TomlError{place_, described(wanted) + " was expected, and here is " + described(peek())};
}

bool TomlCursor::accept(char wanted) {
  skip_spaces();
  if (peek() != wanted) return false;
  next();
  return true;
}

std::string TomlCursor::key() {
  if (peek() == '"' || peek() == '\'') return text();
  std::string name;
  while (is_bare_key_character(peek())) name += next();
  if (name.empty())
    throw TomlError{place_, "a name was expected, and here is " + described(peek())};
  return name;
}

std::string TomlCursor::text() {
  const TomlPlace begin = place_;
  const char quote = next();
  std::string read;
  while (peek() != quote) {
    if (at_end() || peek() == '\n') throw TomlError{begin, "this text does not end on its line"};
    if (peek() == '\\' && quote == '"') {
      append_escaped(read);
    } else {
      read += next();
    }
  }
  next();
  return read;
}

void TomlCursor::append_escaped(std::string& text) {
  const TomlPlace begin = place_;
  next();
  const char letter = at_end() ? '\0' : next();
  switch (letter) {
    case 'b': text += '\b'; return;
    case 't': text += '\t'; return;
    case 'n': text += '\n'; return;
    case 'f': text += '\f'; return;
    case 'r': text += '\r'; return;
    case '"': text += '"'; return;
    case '\\': text += '\\'; return;
    default: break;
  }
  const std::size_t digits = letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  const std::string_view number = text_.substr(std::min(at_, text_.size()), digits);
  std::uint32_t code_point = 0;
  const auto [at, error] =
      std::from_chars(number.data(), number.data() + number.size(), code_point, 16);
  const bool whole = at == number.data() + number.size() && error == std::errc();
  if (digits == 0 || number.size() < digits || !whole) {
    throw TomlError{begin, "this is no escape that is known: \\n \\t \\\" \\\\ \\u00e9"};
  }
  for (std::size_t i = 0; i < digits; ++i) next();
  text += encoded(code_point);
}

std::string TomlCursor::word() {
  std::string read;
  while (is_bare_key_character(peek()) || peek() == '+' || peek() == '.' || peek() == ':')
    read += next();
  return read;
}

}  // namespace mcheck::command
