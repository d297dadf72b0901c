// SPDX-License-Identifier: MIT
#include "engine/host/report/failure_trial_runs.hpp"

#include <algorithm>
#include <utility>

#include "dpor/replay.hpp"
#include "engine/host/names/symbolizer.hpp"
#include "engine/trace/failures/bug.hpp"

namespace mcheck {
namespace {

// Where the stacks lead in the user's code, sorted.
std::vector<std::pair<std::string, int>> lines_of(const Symbolizer& symbolizer,
                                                  const std::vector<Backtrace>& stacks) {
  std::vector<std::pair<std::string, int>> lines;
  for (const Backtrace& stack : stacks) {
    const SourceLocation found = symbolizer.user_location(stack);
    lines.emplace_back(found.file, found.line);
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

FailureTrialRuns::FailureTrialRuns(const SearchRequest& request, Machine& machine,
                                   Execution& execution, const FoundFailure& found, bool stacks)
    : request_(request),
      machine_(machine),
      execution_(execution),
      found_(found),
      captures_stacks_(stacks),
      trial_runs_{.execution = execution, .run = {}, .may_be_same = {}, .reproduces = {}} {
  trial_runs_.run = [this](Strategy& strategy, SearchOptions options) {
    return run(strategy, std::move(options));
  };
  trial_runs_.may_be_same = [this](const Failure& failure) {
    return failure == found_.failure || text_of(failure) == text_;
  };
  trial_runs_.stopped = [recorder = request.recorder] {
    return recorder != nullptr && recorder->stop != 0;
  };
  trial_runs_.reproduces = [this](const std::vector<Transition>& transitions) {
    return reproduces(transitions);
  };
}

bool FailureTrialRuns::may_run_others() const {
  if (is_limit(found_.failure.kind)) return false;  // the same however it is reached
  return found_.progress_check.by == ProgressProperty::kNothing && !machine_.needs_isolation();
}

SearchReport FailureTrialRuns::run(Strategy& strategy, SearchOptions options) {
  options.steps = request_.how.steps;
  options.fail_at_steps = request_.how.fail_at_steps;
  options.backtrack = static_cast<Backtrack>(request_.how.backtrack);
  options.recorder = request_.recorder;
  options.is_auxiliary = true;
  options.sections = StuckSections::Coverage::kDeadlock;
  // A change outside memory would be visible in the next execution.
  options.pause = [this, asked_to_pause = std::move(options.pause)](const SearchReport& report) {
    return machine_.needs_isolation() || (asked_to_pause && asked_to_pause(report));
  };
  machine_.assume_all_spin(true);  // as in a replay
  SearchReport report = Search(execution_, machine_.executor(), strategy, options).explore();
  machine_.assume_all_spin(false);
  return report;
}

bool FailureTrialRuns::reproduces(const std::vector<Transition>& transitions) {
  TransitionReplay follow(transitions);
  machine_.capture_locations(captures_stacks_);
  const SearchReport again =
      run_again(request_, machine_, execution_, follow, found_.progress_check);
  machine_.capture_locations(false);
  const FoundFailure* const found = first_found(again);
  const bool checks_cycle = found_.progress_check.by != ProgressProperty::kNothing;
  if (checks_cycle && again.failures.empty() && captures_stacks_) {
    captures_stacks_ = false;  // what captures leave on the stacks can make equal states differ
    return reproduces(transitions);
  }
  if (found == nullptr) {
    mismatch_ = "did not fail";
    return false;
  }
  failure_ = found->failure;
  mismatch_ = "failed otherwise: " + failure_.message;
  if (text_.empty()) return failure_ == found_.failure;
  return trial_runs_.may_be_same(failure_) && at_same_locations();
}

const std::vector<Transition>* FailureTrialRuns::first_reproducing() {
  for (const std::vector<Transition>& transitions : found_.schedules) {
    if (!reproduces(transitions)) continue;
    text_ = text_of(failure_);
    stacks_ = stacks();
    return &transitions;
  }
  return nullptr;
}

std::string FailureTrialRuns::text_of(const Failure& failure) const {
  std::vector<std::string> names;
  for (const ThreadRecord& record : execution_.threads()) {
    names.push_back(execution_.thread_text(record.id));
  }
  return bug_text(failure.kind, failure.message, names);
}

std::vector<Backtrace> FailureTrialRuns::stacks() const {
  if (is_execution_wide(failure_.kind)) return {};
  if (failure_.kind != FailureKind::kRace) return {machine_.failure_location()};
  const Race& race = machine_.race();
  return {std::min(race.now.stack, race.before.stack), std::max(race.now.stack, race.before.stack)};
}

bool FailureTrialRuns::at_same_locations() {
  const std::vector<Backtrace> now = stacks();
  if (now == stacks_) return true;
  Symbolizer symbolizer;
  for (const Backtrace& stack : now) symbolizer.add(stack);
  for (const Backtrace& stack : stacks_) symbolizer.add(stack);
  symbolizer.resolve();
  return lines_of(symbolizer, now) == lines_of(symbolizer, stacks_);
}

}  // namespace mcheck
