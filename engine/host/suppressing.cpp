// SPDX-License-Identifier: MIT
#include "engine/host/suppressing.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "engine/host/exploration.hpp"
#include "engine/host/symbols.hpp"

namespace mcheck {
namespace {

// The texts of one side of a race that patterns are compared with.
struct Texts {
  std::vector<std::string> all;        // functions and files of all frames
  std::vector<std::string> innermost;  // up to the innermost one of the program
  std::vector<std::string> libraries;
};

Texts texts_of(const Symbols& symbols, const Backtrace& stack) {
  Texts texts{.all = mcheck::texts_of(symbols.program_places(stack)),
              .innermost = mcheck::texts_of(symbols.innermost_places(stack)),
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
  return is_of_nobody(kind) || kind == FailureKind::kMisuse;
}

}  // namespace

Suppressing::Suppressing(const std::string& text, Machine& machine, const Execution& execution)
    : machine_(machine), execution_(execution) {
  if (const auto error = suppressions_.parse(text)) {
    throw UsageError("suppressions, line " + std::to_string(error->line) + ": " + error->what +
                     "\n  try      race:function, deadlock:function, mutex:… or thread:…");
  }
  counts_.resize(suppressions_.all().size());
  if (suppressions_.all().empty()) return;
  machine_.suppress_races([this](const Race& race) { return judge(race); });
}

std::optional<std::size_t> Suppressing::judge(const Race& race) {
  const auto [entry, is_new] = judged_.try_emplace({race.now.stack, race.before.stack});
  if (!is_new) return entry->second;
  Symbols symbols;
  symbols.want(race.now.stack);
  symbols.want(race.before.stack);
  symbols.look_up();
  std::vector<std::string> variable = {execution_.identities().name_of_place(race.address)};
  if (const ObjectId data = execution_.find_object_at(race.address); data != kNoObject) {
    variable.push_back(execution_.object_text(data));
  }
  for (const Backtrace* stack : {&race.now.stack, &race.before.stack}) {
    Texts texts = texts_of(symbols, *stack);
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

std::optional<std::size_t> Suppressing::reason_for(const Failure& failure,
                                                   const FailureReport& told) const {
  if (!can_be_suppressed(failure.kind)) return std::nullopt;
  std::vector<std::string> texts;
  for (const ThreadEnd& end : told.threads) {
    if (end.state != "blocked" && end.state != "failed") continue;
    texts.insert(texts.end(), {end.function, end.file, end.object, end.thread});
    texts.insert(texts.end(), end.all_frames.begin(), end.all_frames.end());
  }
  std::erase(texts, "");
  return suppressions_.find(kind_for(failure.kind), texts);
}

bool Suppressing::take(const Failure& failure, const FailureReport& told) {
  const std::optional<std::size_t> found = reason_for(failure, told);
  if (!found) return false;
  known_.emplace_back(failure, *found);
  return true;
}

bool Suppressing::is_known(const Failure& failure) {
  for (const auto& [known, by] : known_) {
    if (known != failure) continue;
    ++counts_[by];
    return true;
  }
  return false;
}

std::vector<Suppressed> Suppressing::met() const {
  std::vector<Suppressed> met;
  const std::vector<std::uint64_t> races = machine_.suppressed_races();
  for (std::size_t i = 0; i < suppressions_.all().size(); ++i) {
    const std::uint64_t count = counts_[i] + (i < races.size() ? races[i] : 0);
    if (count > 0) met.push_back({.by = suppressions_.all()[i].text, .count = count});
  }
  return met;
}

std::vector<Suppressed> Suppressing::news() {
  std::vector<Suppressed> now = met();
  std::vector<Suppressed> news = now;
  for (Suppressed& each : news) {
    const auto told = std::ranges::find(told_, each.by, &Suppressed::by);
    if (told != told_.end()) each.count -= told->count;
  }
  std::erase_if(news, [](const Suppressed& each) { return each.count == 0; });
  told_ = std::move(now);
  return news;
}

void Suppressing::add_to(Result& result) const {
  result.suppressed = met();
  if (result.verdict != Verdict::kVerified) return;
  for (const Suppressed& each : result.suppressed) {
    result.assumptions.push_back(assumed_harmless(each.by));
  }
}

}  // namespace mcheck
