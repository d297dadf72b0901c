// SPDX-License-Identifier: MIT
#include "programs/mcheck/commands/explain.hpp"

#include <algorithm>
#include <cctype>

#include "engine/trace/failures/failure_id.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr std::size_t kIdSize = 5;  // "MC001"

std::string_view first_line_of(std::string_view text) {
  constexpr std::string_view kHeading = "# ";
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with(kHeading) ? line.substr(kHeading.size()) : line;
}

// "MC1" → "mc1", "use after free" → "use-after-free"
std::string normalised_name(std::string word) {
  for (char& c : word) {
    c = c == ' ' || c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

// "data-race" is the usual term, "race" the report's. A check and an assertion share a page.
std::string id_by_name(const std::string& name) {
  for (const FailureKind kind : failure_kinds()) {
    if (name == name_of(kind) || name == normalised_name(failure_noun(kind)))
      return normalised_name(id_of(kind));
  }
  return name;
}

std::string list_of_pages() {
  std::size_t widest = 0;
  for (const FailurePage& page : failure_pages()) widest = std::max(widest, page.name().size());
  std::string text;
  for (const FailurePage& page : failure_pages()) {
    std::string name = page.name();
    name.resize(widest, ' ');
    text += page.id() + "  " + name + "  " + page.title() + "\n";
  }
  return text + "\nmcheck explain MC001 explains one.\n";
}

[[noreturn]] void throw_unknown_failure(const std::string& failure) {
  std::vector<std::string> known;
  for (const FailurePage& page : failure_pages()) known.push_back(page.name());
  const std::string suggestion = nearest(failure, known);
  throw UsageError{diagnostic(
      "there is no failure '" + failure + "'",
      {{"known", "mcheck explain     (lists them)"},
       {"try",
        "mcheck explain " + (suggestion.empty() ? failure_pages().front().id() : suggestion)}})};
}

}  // namespace

std::string FailurePage::id() const { return std::string(first_line_of(text).substr(0, kIdSize)); }

std::string FailurePage::name() const {
  const std::string_view line = first_line_of(text).substr(kIdSize + 1);
  return std::string(line.substr(0, line.find(':')));
}

std::string FailurePage::title() const {
  const std::string_view line = first_line_of(text);
  return std::string(line.substr(line.find(": ") + 2));
}

std::string explanation(const std::string& failure) {
  if (failure.empty()) return list_of_pages();
  const std::string name = normalised_name(failure);
  const std::string id_name = id_by_name(name);
  for (const FailurePage& page : failure_pages()) {
    const std::string id = normalised_name(page.id());
    if (id == name || id == id_name || page.name() == name) return std::string(page.text);
  }
  throw_unknown_failure(failure);
}

}  // namespace mcheck::command
