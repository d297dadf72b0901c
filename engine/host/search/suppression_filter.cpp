// SPDX-License-Identifier: MIT
#include "engine/host/search/suppression_filter.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "engine/host/names/symbolizer.hpp"
#include "engine/host/search/exploration.hpp"

namespace mcheck {
namespace {

// The texts of one side of a race that patterns are compared with.
struct SuppressionTexts {
  std::vector<std::string> all;        // functions and files of all frames
  std::vector<std::string> innermost;  // up to the innermost one of the program
  std::vector<std::string> libraries;
};

SuppressionTexts texts_of(const Symbolizer& symbolizer, const Backtrace& stack) {
  SuppressionTexts texts{.all = mcheck::texts_of(symbolizer.program_locations(stack)),
                         .innermost = mcheck::texts_of(symbolizer.innermost_locations(stack)),
                         .libraries = {}};
  for (const std::uintptr_t frame : stack) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(frame), &info) == 0) continue;
    texts.libraries.emplace_back(info.dli_fname);
  }
  return texts;
}

SuppressionKind kind_for(FailureKind kind) {
  if (kind == FailureKind::kThreadLeak) return SuppressionKind::kThread;
  return kind == FailureKind::kMisuse ? SuppressionKind::kMutex : SuppressionKind::kDeadlock;
}

bool can_be_suppressed(FailureKind kind) {
  return is_execution_wide(kind) || kind == FailureKind::kMisuse;
}

}  // namespace

SuppressionFilter::SuppressionFilter(const std::string& text, Machine& machine,
                                     const Execution& execution)
    : machine_(machine), execution_(execution) {
  if (const auto error = suppressions_.parse(text)) {
    throw UsageError("suppressions, line " + std::to_string(error->line) + ": " + error->what +
                     "\n  try      race:function, deadlock:function, mutex:… or thread:…");
  }
  counts_.resize(suppressions_.all().size());
  if (suppressions_.all().empty()) return;
  machine_.suppress_races([this](const Race& race) { return suppression_for(race); });
}

std::optional<std::size_t> SuppressionFilter::suppression_for(const Race& race) {
  const auto [entry, is_new] = judged_.try_emplace({race.now.stack, race.before.stack});
  if (!is_new) return entry->second;
  Symbolizer symbolizer;
  symbolizer.add(race.now.stack);
  symbolizer.add(race.before.stack);
  symbolizer.resolve();
  std::vector<std::string> variable = {execution_.identities().name_of_address(race.address)};
  if (const ObjectId data = execution_.find_object_at(race.address); data != kNoObject) {
    variable.push_back(execution_.object_text(data));
  }
  for (const Backtrace* stack : {&race.now.stack, &race.before.stack}) {
    SuppressionTexts texts = texts_of(symbolizer, *stack);
    texts.all.insert(texts.all.end(), variable.begin(), variable.end());
    for (const auto& [kind, of] :
         {std::pair(SuppressionKind::kRace, &texts.all),
          std::pair(SuppressionKind::kRaceTop, &texts.innermost),
          std::pair(SuppressionKind::kCalledFromLibrary, &texts.libraries)}) {
      if (!entry->second) entry->second = suppressions_.find(kind, *of);
    }
  }
  return entry->second;
}

std::optional<std::size_t> SuppressionFilter::matching_suppression(
    const Failure& failure, const FailureReport& reported) const {
  if (!can_be_suppressed(failure.kind)) return std::nullopt;
  std::vector<std::string> texts;
  for (const ThreadEnd& end : reported.threads) {
    if (end.state != "blocked" && end.state != "failed") continue;
    texts.insert(texts.end(), {end.function, end.file, end.object, end.thread});
    texts.insert(texts.end(), end.all_frames.begin(), end.all_frames.end());
  }
  std::erase(texts, "");
  return suppressions_.find(kind_for(failure.kind), texts);
}

bool SuppressionFilter::suppress(const Failure& failure, const FailureReport& reported) {
  const std::optional<std::size_t> found = matching_suppression(failure, reported);
  if (!found) return false;
  known_.emplace_back(failure, *found);
  return true;
}

bool SuppressionFilter::is_known(const Failure& failure) {
  for (const auto& [known, by] : known_) {
    if (known != failure) continue;
    ++counts_[by];
    return true;
  }
  return false;
}

std::vector<Suppressed> SuppressionFilter::matched() const {
  std::vector<Suppressed> matched;
  const std::vector<std::uint64_t> races = machine_.suppressed_races();
  for (std::size_t i = 0; i < suppressions_.all().size(); ++i) {
    const std::uint64_t count = counts_[i] + (i < races.size() ? races[i] : 0);
    if (count > 0) matched.push_back({.by = suppressions_.all()[i].text, .count = count});
  }
  return matched;
}

std::vector<Suppressed> SuppressionFilter::added() {
  std::vector<Suppressed> now = matched();
  std::vector<Suppressed> added = now;
  for (Suppressed& each : added) {
    const auto reported = std::ranges::find(reported_, each.by, &Suppressed::by);
    if (reported != reported_.end()) each.count -= reported->count;
  }
  std::erase_if(added, [](const Suppressed& each) { return each.count == 0; });
  reported_ = std::move(now);
  return added;
}

void SuppressionFilter::add_to(Result& result) const {
  result.suppressed = matched();
  if (result.verdict != Verdict::kVerified) return;
  for (const Suppressed& each : result.suppressed) {
    result.assumptions.push_back(assumed_harmless(each.by));
  }
}

}  // namespace mcheck
