// SPDX-License-Identifier: MIT
// Failures that the user declares harmless, in the syntax of ThreadSanitizer's suppression files:
//
//   # a comment
//   race:^legacy::        a data race with such a function, file or variable on either side
//   race_top:fast_path    the same, of the innermost function only
//   called_from_lib:libx  a data race with code of that library on either side
//   deadlock:lock_both    stuck threads, one of them there
//   mutex:Pool            misuse of a lock there
//   thread:worker         leaked threads there
//   signal:handler        accepted, without effect: mcheck has no such failure
//
// A pattern matches anywhere in the text, unless it has `^` at the start or `$` at the end; `*`
// matches anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

enum class SuppressionKind : std::uint8_t {
  kRace,
  kRaceTop,
  kCalledFromLibrary,
  kDeadlock,
  kMutex,
  kThread,
  kSignal,
};

struct Suppression {
  SuppressionKind kind = SuppressionKind::kRace;
  std::string pattern;
  std::string text;  // the line: "race:^legacy::"
};

struct SuppressionError {
  std::size_t line = 0;
  std::string what;
};

class Suppressions {
 public:
  // Parses the text; returns the first error.
  [[nodiscard]] std::optional<SuppressionError> parse(std::string_view text);
  [[nodiscard]] const std::vector<Suppression>& all() const { return all_; }
  // The index of the first suppression of that kind whose pattern matches one of the texts.
  [[nodiscard]] std::optional<std::size_t> find(SuppressionKind kind,
                                                const std::vector<std::string>& texts) const;

 private:
  std::vector<Suppression> all_;
};

[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

}  // namespace mcheck
