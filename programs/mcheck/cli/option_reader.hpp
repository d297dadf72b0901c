// SPDX-License-Identifier: MIT
// Reads options, with a method for each type of value. All methods throw UsageError.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/option_values.hpp"
#include "programs/mcheck/cli/options.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {

struct Range {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

inline std::string as_typed(const GivenOption& option) {
  const bool environment = option.source.starts_with("MCHECK_");
  return "'" + option.source + (environment ? "=" : " ") + option.text + "'";
}

class OptionReader {
 public:
  explicit OptionReader(const CommandLine& line) : line_(line) {}

  [[nodiscard]] const GivenOption* find(const char* name) const {
    const auto given = line_.options.find(name);
    return given == line_.options.end() ? nullptr : &given->second;
  }

  template <typename Number>
  void whole(const char* name, Range range, const char* example, Number& value) const {
    const GivenOption* given = find(name);
    if (given == nullptr) return;
    const auto parsed = parse_whole(given->text);
    if (!parsed || *parsed < range.least || *parsed > range.most) {
      const std::string wanted =
          "a whole number from " + grouped(range.least) + " to " + grouped(range.most);
      reject(*given, parsed ? "is out of range" : "is not a valid number", wanted,
             std::string("--") + name + " " + example);
    }
    value = static_cast<Number>(*parsed);
  }

  void seconds(const char* name, const char* example, double& value) const {
    const GivenOption* given = find(name);
    if (given == nullptr) return;
    const auto parsed = parse_seconds(given->text);
    if (!parsed || *parsed <= 0) {
      reject(*given, "is not a duration", "a positive duration: 30s, 500ms, 2m, or seconds",
             std::string("--") + name + " " + example);
    }
    value = *parsed;
  }

  [[nodiscard]] bool flag(const char* name) const {
    const GivenOption* given = find(name);
    if (given == nullptr) return false;
    if (given->source.starts_with("--")) return true;
    const auto parsed = parse_switch(given->text);
    if (!parsed) reject(*given, "is neither on nor off", "1 or 0", given->source + "=1");
    return *parsed;
  }

  void on_or_off(const char* name, bool& value) const {
    const GivenOption* given = find(name);
    if (given == nullptr) return;
    const auto parsed = parse_switch(given->text);
    if (!parsed) {
      reject(*given, "is neither on nor off", "on or off", std::string("--") + name + " off");
    }
    value = *parsed;
  }

  [[nodiscard]] std::string text(const char* name) const {
    const GivenOption* given = find(name);
    return given == nullptr ? "" : given->text;
  }

  // The choice with the given name; `otherwise` if the option is absent.
  template <typename Choice>
  Choice one_of(const char* name, const std::vector<std::pair<std::string, Choice>>& choices,
                Choice otherwise) const {
    const GivenOption* given = find(name);
    if (given == nullptr) return otherwise;
    std::vector<std::string> words;
    for (const auto& [word, choice] : choices) {
      if (word == given->text) return choice;
      words.push_back(word);
    }
    const std::string suggestion = nearest(given->text, words);
    reject(*given, "is unknown", "one of " + listed(words),
           std::string("--") + name + " " + (suggestion.empty() ? words.front() : suggestion));
  }

  [[noreturn]] static void reject(const GivenOption& given, const std::string& what,
                                  const std::string& wanted, const std::string& example) {
    throw UsageError{
        diagnostic(as_typed(given) + " " + what, {{"wanted", wanted}, {"try", example}})};
  }

 private:
  const CommandLine& line_;
};

}  // namespace mcheck::command
