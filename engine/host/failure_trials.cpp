// SPDX-License-Identifier: MIT
#include "engine/host/failure_trials.hpp"

#include <algorithm>
#include <utility>

#include "dpor/replay.hpp"
#include "engine/host/symbols.hpp"
#include "engine/trace/bug.hpp"

namespace mcheck {
namespace {

// Where the stacks lead in the user's code, sorted.
std::vector<std::pair<std::string, int>> lines_of(const Symbols& symbols,
                                                  const std::vector<Backtrace>& places) {
  std::vector<std::pair<std::string, int>> lines;
  for (const Backtrace& place : places) {
    const SourcePlace found = symbols.user_place(place);
    lines.emplace_back(found.file, found.line);
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

FailureTrials::FailureTrials(const Searched& searched, Machine& machine, Execution& execution,
                             const FoundFailure& found, bool places)
    : searched_(searched),
      machine_(machine),
      execution_(execution),
      found_(found),
      notes_places_(places),
      trials_{.execution = execution, .run = {}, .alike = {}, .shows = {}} {
  trials_.run = [this](Strategy& strategy, SearchOptions options) {
    return run(strategy, std::move(options));
  };
  trials_.alike = [this](const Failure& failure) {
    return failure == found_.failure || text_of(failure) == text_;
  };
  trials_.stopped = [recorder = searched.recorder] {
    return recorder != nullptr && recorder->stop != 0;
  };
  trials_.shows = [this](const std::vector<Move>& moves) { return shows(moves); };
}

bool FailureTrials::may_look() const {
  if (is_limit(found_.failure.kind)) return false;  // the same however it is reached
  return found_.judging.by == JudgedBy::kNothing && !machine_.wants_isolation();
}

SearchReport FailureTrials::run(Strategy& strategy, SearchOptions options) {
  options.steps = searched_.how.steps;
  options.fail_at_steps = searched_.how.fail_at_steps;
  options.backtrack = static_cast<Backtrack>(searched_.how.backtrack);
  options.recorder = searched_.recorder;
  options.besides = true;
  options.sections = SectionStandstills::Known::kDeadlock;
  // A change outside memory would be visible in the next execution.
  options.pause = [this, asked = std::move(options.pause)](const SearchReport& report) {
    return machine_.wants_isolation() || (asked && asked(report));
  };
  machine_.suspect_everything(true);  // as in a replay
  SearchReport report = Search(execution_, machine_.executor(), strategy, options).explore();
  machine_.suspect_everything(false);
  return report;
}

bool FailureTrials::shows(const std::vector<Move>& moves) {
  Follow follow(moves);
  machine_.capture_places(notes_places_);
  const SearchReport again = run_again(searched_, machine_, execution_, follow, found_.judging);
  machine_.capture_places(false);
  const FoundFailure* const found = first_found(again);
  if (found == nullptr) {
    instead_ = "did not fail";
    return false;
  }
  failure_ = found->failure;
  instead_ = "failed otherwise: " + failure_.message;
  if (text_.empty()) return failure_ == found_.failure;
  return trials_.alike(failure_) && at_same_places();
}

const std::vector<Move>* FailureTrials::first_good() {
  for (const std::vector<Move>& moves : found_.schedules) {
    if (!shows(moves)) continue;
    text_ = text_of(failure_);
    places_ = places();
    return &moves;
  }
  return nullptr;
}

std::string FailureTrials::text_of(const Failure& failure) const {
  std::vector<std::string> names;
  for (const ThreadRecord& record : execution_.threads()) {
    names.push_back(execution_.thread_text(record.id));
  }
  return bug_text(failure.kind, failure.message, names);
}

std::vector<Backtrace> FailureTrials::places() const {
  if (is_of_nobody(failure_.kind)) return {};
  if (failure_.kind != FailureKind::kRace) return {machine_.failure_place()};
  const Race& race = machine_.race();
  return {std::min(race.now.stack, race.before.stack), std::max(race.now.stack, race.before.stack)};
}

bool FailureTrials::at_same_places() {
  const std::vector<Backtrace> now = places();
  if (now == places_) return true;
  Symbols symbols;
  for (const Backtrace& place : now) symbols.want(place);
  for (const Backtrace& place : places_) symbols.want(place);
  symbols.look_up();
  return lines_of(symbols, now) == lines_of(symbols, places_);
}

}  // namespace mcheck
