// SPDX-License-Identifier: MIT
// The values that an option accepts, by the option table, for shell completions.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "programs/mcheck/cli/option_table.hpp"

namespace mcheck::command {

enum class ValueKind { kNone, kWords, kFile, kFolder, kTest, kStrategy, kOther };

struct CompletionValues {
  ValueKind kind = ValueKind::kNone;
  std::vector<std::string> words;  // literal values: "on", "off"
};

// Upper-case parts such as FILE or N are placeholders; "auto" and "on" are literal.
[[nodiscard]] inline CompletionValues completion_values(const OptionSpec& option) {
  CompletionValues known;
  const std::string text = option.value;
  if (text.empty()) return known;
  known.kind = ValueKind::kOther;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('|', at), text.size());
    const std::string part = text.substr(at, end - at);
    if (part == "FILE" || part == "@FILE") {
      known.kind = ValueKind::kFile;
    } else if (part == "DIR") {
      known.kind = ValueKind::kFolder;
    } else if (!part.empty() && std::islower(static_cast<unsigned char>(part.front())) != 0) {
      known.words.push_back(part);
    }
    at = end + 1;
  }
  const std::string name = option.name;
  if (name == "test") known.kind = ValueKind::kTest;
  if (name == "strategy") known.kind = ValueKind::kStrategy;
  if (known.kind == ValueKind::kOther && !known.words.empty()) known.kind = ValueKind::kWords;
  return known;
}

}  // namespace mcheck::command
