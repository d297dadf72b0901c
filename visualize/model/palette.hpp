// SPDX-License-Identifier: MIT
// The colours of reports and pictures: those of Okabe and Ito ("Color Universal Design", 2008),
// which people with any kind of colour vision can distinguish. Vermillion is reserved for failures.
// Every meaning of a colour is also expressed by a word, a mark or a line style.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace mcheck {

struct ThreadColour {
  const char* strong;  // lines and headings
  const char* pale;    // background of black text
  int terminal;        // the nearest of the 256 colours
};

inline constexpr std::array<ThreadColour, 6> kThreadColours = {{
    {"#5b6670", "#eef0f2", 245},  // grey: main
    {"#0072b2", "#dcecf6", 32},   // blue
    {"#009e73", "#daf1ea", 36},   // bluish green
    {"#cc79a7", "#f8e9f1", 175},  // reddish purple
    {"#b8860b", "#fbf1d9", 178},  // orange, darkened for text
    {"#56b4e9", "#e4f3fc", 74},   // sky blue
}};

inline constexpr const char* kFailureColour = "#d55e00";  // vermillion
inline constexpr int kFailureTerminal = 166;

// The colour of the n-th thread; main is the first and alone is grey.
inline const ThreadColour& thread_colour(std::size_t thread) {
  constexpr std::size_t kOthers = kThreadColours.size() - 1;
  return thread == 0 ? kThreadColours[0] : kThreadColours[1 + (thread - 1) % kOthers];
}

// Colours text for a terminal, or returns it unchanged.
class TerminalColours {
 public:
  explicit TerminalColours(bool coloured) : coloured_(coloured) {}

  [[nodiscard]] std::string bold(const std::string& text) const { return paint("1", text); }
  [[nodiscard]] std::string faint(const std::string& text) const { return paint("2", text); }
  [[nodiscard]] std::string failure(const std::string& text) const {
    return paint("1;38;5;" + std::to_string(kFailureTerminal), text);
  }
  [[nodiscard]] std::string good(const std::string& text) const { return paint("1;38;5;36", text); }
  [[nodiscard]] std::string thread(std::size_t number, const std::string& text) const {
    return paint("38;5;" + std::to_string(thread_colour(number).terminal), text);
  }

 private:
  [[nodiscard]] std::string paint(const std::string& code, const std::string& text) const {
    return coloured_ && !text.empty() ? "\x1b[" + code + "m" + text + "\x1b[0m" : text;
  }

  bool coloured_;
};

}  // namespace mcheck
