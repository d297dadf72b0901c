// SPDX-License-Identifier: MIT
// A position in the text of mcheck.toml, and the lexer. Throws TomlError.
#pragma once

#include <string>
#include <string_view>

#include "programs/mcheck/gate/toml.hpp"

namespace mcheck::command {

class TomlCursor {
 public:
  explicit TomlCursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  // '\0' at the end of the text.
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] TomlPlace place() const { return place_; }

  void skip_spaces();
  // Skips spaces, line ends and comments.
  void skip_lines();
  // Skips a comment and the end of the line. Throws if something else follows.
  void end_line();

  // After spaces: consumes this character. Throws if there is another.
  void expect(char wanted);
  [[nodiscard]] bool accept(char wanted);

  // A bare or quoted key.
  [[nodiscard]] std::string key();
  // A quoted string of either kind.
  [[nodiscard]] std::string text();
  // A bare word: letters, digits, and the characters of numbers.
  [[nodiscard]] std::string word();

 private:
  char next();
  void skip_comment();
  void append_escaped(std::string& text);

  std::string_view text_;
  std::size_t at_ = 0;
  TomlPlace place_;
};

}  // namespace mcheck::command
