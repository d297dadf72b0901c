// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/diagnostic.hpp"

#include <algorithm>
#include <numeric>

#include "engine/base/utf8.hpp"

namespace mcheck::command {
namespace {

// Levenshtein distance, computed one row at a time.
std::size_t distance(const std::string& from, const std::string& to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t changed = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string diagnostic(const std::string& what, const std::vector<Remark>& remarks) {
  constexpr std::size_t kLabel = 9;
  std::string message = "mcheck: " + one_line(what) + "\n";
  for (const Remark& remark : remarks) {
    message += "  " + padded(remark.label, kLabel) + one_line(remark.text) + "\n";
  }
  return message;
}

std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t steps = distance(word, candidate);
    if (steps < least && steps < candidate.size()) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

std::string listed(const std::vector<std::string>& words) {
  if (words.empty()) return "none";
  std::string text = one_line(words.front());
  for (std::size_t i = 1; i < words.size(); ++i) {
    text += (i + 1 == words.size() ? " and " : ", ") + one_line(words[i]);
  }
  return text;
}

}  // namespace mcheck::command
