// SPDX-License-Identifier: MIT
// Banned words: private terms of earlier versions, for which the field has a word. The list is
// banned_words.tsv.
//
// Identifiers and texts become lower-case words, separated by one blank, so that `cameRound`,
// `came_round` and "came round" are one phrase. A phrase matches whole words, and its plural. In
// texts it may continue in the next line; code, an empty line or another identifier ends it.
#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

constexpr char kBreak = '.';  // between pieces that belong to different phrases

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool separates_words(char c) {
  return std::string_view(" \t_\"'`/*").find(c) != std::string_view::npos;
}

// Words, and the line of each of their characters.
class Words {
 public:
  // Adds a piece of text that ends a word but not a phrase. An escaped character separates words.
  void add(std::string_view piece, std::size_t line) {
    for (std::size_t at = 0; at < piece.size(); ++at) {
      if (piece[at] == '\\') {
        add(' ', line);
        ++at;
        continue;
      }
      const auto byte = static_cast<unsigned char>(piece[at]);
      const bool is_inner_capital = std::isupper(byte) != 0 && at > 0 &&
                                    std::islower(static_cast<unsigned char>(piece[at - 1])) != 0;
      if (is_inner_capital) add(' ', line);
      add(separates_words(piece[at]) ? ' ' : static_cast<char>(std::tolower(byte)), line);
    }
    add(' ', line);
  }

  void end_phrase(std::size_t line) {
    add(kBreak, line);
    add(' ', line);
  }

  // The line of each occurrence of a phrase, counted from 1.
  [[nodiscard]] std::vector<std::size_t> lines_with(const std::string& phrase) const {
    std::vector<std::size_t> lines;
    for (std::size_t at = text_.find(phrase); at != std::string::npos;
         at = text_.find(phrase, at + 1)) {
      std::size_t end = at + phrase.size();
      if (end < text_.size() && text_[end] == 's') ++end;
      const bool begins = at == 0 || !is_word(text_[at - 1]);
      const bool ends = end == text_.size() || !is_word(text_[end]);
      if (begins && ends) lines.push_back(lines_[at]);
    }
    return lines;
  }

 private:
  void add(char c, std::size_t line) {
    if (c == ' ' && (text_.empty() || text_.back() == ' ')) return;
    text_ += c;
    lines_.push_back(line);
  }

  std::string text_;
  std::vector<std::size_t> lines_;
};

struct Pieces {
  Words identifiers;
  Words text;
};

void add_identifiers(Words& words, std::string_view code, std::size_t line) {
  const auto is_part = [](char c) { return is_word(c) || c == '_'; };
  for (std::size_t begin = 0; begin < code.size();) {
    std::size_t end = begin;
    while (end < code.size() && is_part(code[end])) ++end;
    if (end == begin) {
      ++begin;
      continue;
    }
    words.add(code.substr(begin, end - begin), line);
    words.end_phrase(line);
    begin = end;
  }
}

// What code_of() has replaced by blanks: comments, literals and preprocessor lines.
std::string text_beside(std::string_view line, std::string_view code) {
  std::string text;
  for (std::size_t at = 0; at < std::min(line.size(), code.size()); ++at) {
    text += code[at] == ' ' ? line[at] : ' ';
  }
  return text;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t") == std::string_view::npos;
}

Pieces pieces_of_code(const Source& source) {
  Pieces pieces;
  std::istringstream code_lines(code_of(source));
  std::string code;
  for (std::size_t n = 0; n < source.lines.size() && std::getline(code_lines, code); ++n) {
    add_identifiers(pieces.identifiers, code, n + 1);
    const std::string text = text_beside(source.lines[n], code);
    const bool ends_phrase = !is_blank(code) || is_blank(text);
    if (ends_phrase) pieces.text.end_phrase(n + 1);
    pieces.text.add(text, n + 1);
    if (ends_phrase) pieces.text.end_phrase(n + 1);
  }
  return pieces;
}

Pieces pieces_of_page(const Source& page) {
  Pieces pieces;
  for (std::size_t n = 0; n < page.lines.size(); ++n) {
    if (is_blank(page.lines[n])) pieces.text.end_phrase(n + 1);
    pieces.text.add(page.lines[n], n + 1);
  }
  return pieces;
}

void add_breaches(const Source& source, const Words& words, const BannedWord& banned,
                  Breaches& breaches) {
  for (const std::size_t line : words.lines_with(banned.word)) {
    breaches.push_back(source.path + ":" + std::to_string(line) + ": `" + banned.word +
                       "`: write " + banned.instead);
  }
}

// This folder tests the words, and the glossary lists them.
bool may_name_banned_words(std::string_view path) {
  return path.starts_with("tests/house/") || path == "docs/glossary.md";
}

// Names in a user's program are of its own domain, such as the ledger of a bank.
bool is_user_program(std::string_view path) {
  return path.starts_with("programs/") && !path.starts_with("programs/mcheck/");
}

}  // namespace

std::vector<BannedWord> banned_words_of(std::string_view table) {
  std::vector<BannedWord> banned;
  std::istringstream lines{std::string(table)};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream columns(line);
    std::array<std::string, 3> cells;
    for (std::string& cell : cells) std::getline(columns, cell, '\t');
    for (char& c : cells[0]) c = c == '_' ? ' ' : c;
    const bool both = cells[2] == "both";
    banned.push_back({.word = cells[0],
                      .instead = cells[1],
                      .in_identifiers = both || cells[2] == "identifiers",
                      .in_text = both || cells[2] == "text"});
  }
  return banned;
}

Breaches word_breaches(const Source& source, const std::vector<BannedWord>& banned) {
  if (may_name_banned_words(source.path)) return {};
  const Pieces pieces =
      source.path.ends_with(".md") ? pieces_of_page(source) : pieces_of_code(source);
  const bool has_own_names = is_user_program(source.path);
  Breaches breaches;
  for (const BannedWord& each : banned) {
    if (each.in_identifiers && !has_own_names) {
      add_breaches(source, pieces.identifiers, each, breaches);
    }
    if (each.in_text) add_breaches(source, pieces.text, each, breaches);
  }
  return breaches;
}

}  // namespace mcheck::house
