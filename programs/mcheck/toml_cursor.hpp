// SPDX-License-Identifier: MIT
// A place in the text of mcheck.toml, and the words that are read there. Throws TomlTrouble.
#pragma once

#include <string>
#include <string_view>

#include "programs/mcheck/toml.hpp"

namespace mcheck::command {

class TomlCursor {
 public:
  explicit TomlCursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  // '\0' at the end.
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] TomlPlace place() const { return place_; }

  void skip_spaces();
  // Also over line ends and comments.
  void skip_lines();
  // The end of the text, or of a line, perhaps behind a comment.
  void end_line();

  // After spaces: this, or it is wrong.
  void take(char wanted);
  [[nodiscard]] bool try_take(char wanted);

  // A bare or quoted name.
  [[nodiscard]] std::string key();
  // What stands in quotes of either kind.
  [[nodiscard]] std::string text();
  // Letters, digits and what numbers consist of.
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
