// SPDX-License-Identifier: MIT
// Failures that the user says do no harm, in the words of ThreadSanitizer's suppression files:
//
//   # a comment
//   race:^legacy::        a data race with such a function, file or variable on either side
//   race_top:fast_path    the same, of the innermost function only
//   called_from_lib:libx  a data race with code of that library on either side
//   deadlock:lock_both    threads that are stuck, one of them there
//   mutex:Pool            misuse of a lock there
//   thread:worker         threads that are left behind there
//   signal:handler        known, and without effect: mcheck has no such failure
//
// A pattern may stand anywhere in the text, unless `^` begins or `$` ends it; `*` is anything.
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
  // What is wrong with the text, if anything is.
  [[nodiscard]] std::optional<SuppressionError> parse(std::string_view text);
  [[nodiscard]] const std::vector<Suppression>& all() const { return all_; }
  // The number of the first of that kind whose pattern one of the texts matches.
  [[nodiscard]] std::optional<std::size_t> find(SuppressionKind kind,
                                                const std::vector<std::string>& texts) const;

 private:
  std::vector<Suppression> all_;
};

[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

}  // namespace mcheck
