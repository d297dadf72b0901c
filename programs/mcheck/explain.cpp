// SPDX-License-Identifier: MIT
#include "programs/mcheck/explain.hpp"

#include <algorithm>
#include <cctype>

#include "engine/trace/failure_id.hpp"
#include "programs/mcheck/complaint.hpp"
#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

constexpr std::size_t kIdSize = 5;  // "MC001"

std::string_view first_line_of(std::string_view text) {
  constexpr std::string_view kMark = "# ";
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with(kMark) ? line.substr(kMark.size()) : line;
}

// "MC1" → "mc1", "use after free" → "use-after-free"
std::string as_name(std::string word) {
  for (char& c : word) {
    c = c == ' ' || c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

// "data-race" is the usual term, "race" the report's. A check and an assertion share a page.
std::string other_name(const std::string& name) {
  for (const FailureKind kind : failure_kinds()) {
    if (name == name_of(kind) || name == as_name(failure_noun(kind))) return as_name(id_of(kind));
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
  return text + "\nmcheck explain MC001 tells more of one.\n";
}

[[noreturn]] void complain_unknown(const std::string& failure) {
  std::vector<std::string> known;
  for (const FailurePage& page : failure_pages()) known.push_back(page.name());
  const std::string meant = nearest(failure, known);
  throw UsageError{complaint(
      "there is no failure '" + failure + "'",
      {{"known", "mcheck explain     (lists them)"},
       {"try", "mcheck explain " + (meant.empty() ? failure_pages().front().id() : meant)}})};
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
  const std::string name = as_name(failure);
  const std::string other = other_name(name);
  for (const FailurePage& page : failure_pages()) {
    const std::string id = as_name(page.id());
    if (id == name || id == other || page.name() == name) return std::string(page.text);
  }
  complain_unknown(failure);
}

}  // namespace mcheck::command
