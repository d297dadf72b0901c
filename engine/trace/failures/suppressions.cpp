// SPDX-License-Identifier: MIT
#include "engine/trace/failures/suppressions.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mcheck {
namespace {

constexpr std::array<std::pair<std::string_view, SuppressionKind>, 7> kKinds = {{
    {"race", SuppressionKind::kRace},
    {"race_top", SuppressionKind::kRaceTop},
    {"called_from_lib", SuppressionKind::kCalledFromLibrary},
    {"deadlock", SuppressionKind::kDeadlock},
    {"mutex", SuppressionKind::kMutex},
    {"thread", SuppressionKind::kThread},
    {"signal", SuppressionKind::kSignal},
}};

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = line.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlank) - begin + 1);
}

// Matches the whole text.
bool matches_whole(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '*') {
    return !text.empty() && pattern.front() == text.front() &&
           matches_whole(pattern.substr(1), text.substr(1));
  }
  while (pattern.starts_with("**")) pattern.remove_prefix(1);
  for (std::size_t skipped = 0; skipped <= text.size(); ++skipped) {
    if (matches_whole(pattern.substr(1), text.substr(skipped))) return true;
  }
  return false;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return false;
  std::string whole;
  if (pattern.front() == '^') {
    pattern.remove_prefix(1);
  } else {
    whole = "*";
  }
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  whole += std::string(pattern) + (to_end ? "" : "*");
  return matches_whole(whole, text);
}

std::optional<SuppressionError> Suppressions::parse(std::string_view text) {
  all_.clear();
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    const std::size_t colon = line.find(':');
    const std::string_view word = line.substr(0, colon);
    const auto* const kind = std::ranges::find(kKinds, word, [](auto& each) { return each.first; });
    if (colon == std::string_view::npos || kind == kKinds.end()) {
      return SuppressionError{number,
                              "'" + std::string(line) + "' does not begin with a kind and a colon"};
    }
    if (colon + 1 == line.size()) {
      return SuppressionError{number, "'" + std::string(line) + "' has no pattern"};
    }
    all_.push_back({.kind = kind->second,
                    .pattern = std::string(line.substr(colon + 1)),
                    .text = std::string(line)});
  }
  return std::nullopt;
}

std::optional<std::size_t> Suppressions::find(SuppressionKind kind,
                                              const std::vector<std::string>& texts) const {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].kind != kind) continue;
    const auto fits = [&](const std::string& text) { return matches(all_[i].pattern, text); };
    if (std::ranges::any_of(texts, fits)) return i;
  }
  return std::nullopt;
}

}  // namespace mcheck
