// SPDX-License-Identifier: MIT
#include "engine/trace/failures/bug.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace mcheck {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// Whether the name is a whole word there: "T1" is not one in "T12", "T1.2" or "`T1_lock`".
bool is_word_at(const std::string& text, std::size_t at, const std::string& name) {
  if (name.empty() || text.compare(at, name.size(), name) != 0) return false;
  const std::size_t end = at + name.size();
  return (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
}

// Replaces names by `*`, the longest first.
std::string without_names(const std::string& text, std::vector<std::string> names) {
  std::ranges::sort(names, [](auto& a, auto& b) { return a.size() > b.size(); });
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::ranges::find_if(
        names, [&](const std::string& name) { return is_word_at(text, at, name); });
    if (found == names.end()) {
      result += text[at++];
    } else {
      result += '*';
      at += found->size();
    }
  }
  return result;
}

void replace(std::string& text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), with);
}

// "* wrote before, and nothing orders them" is the other side of "* writes".
void to_present_tense(std::string& side) {
  replace(side, ", and nothing orders them", "");
  if (!side.ends_with(" before")) return;
  side.erase(side.size() - std::string(" before").size());
  constexpr std::array<std::pair<const char*, const char*>, 3> kNow = {
      {{"* wrote", "* writes"}, {"* read", "* reads"}, {"* freed", "* frees"}}};
  for (const auto& [past, now] : kNow) replace(side, past, now);
}

std::vector<std::string> split_pair(const std::string& text, const std::string& between) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t at = text.find(between); at != std::string::npos;
       at = text.find(between, begin)) {
    parts.push_back(text.substr(begin, at - begin));
    begin = at + between.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string joined(std::vector<std::string> parts) {
  std::ranges::sort(parts);
  std::string text;
  for (const std::string& part : parts) text += part + "\n";
  return text;
}

auto find(auto& failures, const FailureReport& failure) {
  const std::string bug = bug_key(failure);
  return std::ranges::find_if(
      failures, [&](const FailureReport& existing) { return bug_key(existing) == bug; });
}

std::string line_of(const std::string& file, int line) {
  return file.empty() ? "" : file + ":" + std::to_string(line);
}

}  // namespace

std::string bug_text(FailureKind kind, const std::string& message,
                     std::span<const std::string> threads) {
  const std::string text = without_names(message, {threads.begin(), threads.end()});
  const std::string name = std::string(name_of(kind)) + "\n";
  const bool race = kind == FailureKind::kRace || kind == FailureKind::kUseAfterFree;
  if (!race && !is_execution_wide(kind)) return name + text;
  std::vector<std::string> parts = split_pair(text, "; ");
  if (race) {
    // "data race on `x`: * writes" consists of two parts.
    const std::size_t colon = parts[0].rfind(": ");
    if (colon != std::string::npos) {
      parts.push_back(parts[0].substr(colon + 2));
      parts[0].resize(colon);
    }
    for (std::string& part : parts) to_present_tense(part);
  }
  return name + joined(std::move(parts));
}

std::string bug_key(const FailureReport& failure) {
  std::vector<std::string> threads;
  for (const ThreadEnd& end : failure.threads) threads.push_back(end.thread);
  for (const TraceStep& step : failure.trace) {
    if (std::ranges::find(threads, step.thread) == threads.end()) threads.push_back(step.thread);
  }
  std::vector<std::string> locations;
  for (std::size_t i = 0; i < failure.stacks.size() && i < 2; ++i) {
    const std::vector<StackFrame>& frames = failure.stacks[i].frames;
    if (!frames.empty()) locations.push_back(line_of(frames[0].file, frames[0].line));
  }
  for (const ThreadEnd& end : failure.threads) {
    if (failure.stacks.empty() && end.state == "failed") {
      locations.push_back(line_of(end.file, end.line));
    }
  }
  return bug_text(failure.kind, failure.message, threads) + joined(std::move(locations));
}

bool is_among(std::span<const FailureReport> failures, const FailureReport& failure) {
  return find(failures, failure) != failures.end();
}

void add_failure(std::vector<FailureReport>& failures, FailureReport failure) {
  const auto existing = find(failures, failure);
  if (existing == failures.end()) return failures.push_back(std::move(failure));
  existing->occurrences += failure.occurrences;
}

}  // namespace mcheck
