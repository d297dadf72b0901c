// SPDX-License-Identifier: MIT
// What runs a single execution instead of a search: a replay, and `mcheck doctor`, which looks for
// obstacles to an exploration.
#include <algorithm>
#include <utility>

#include "dpor/registry.hpp"
#include "dpor/replay.hpp"
#include "engine/host/conflict_replay.hpp"
#include "engine/host/exploration.hpp"
#include "engine/host/failure_report.hpp"
#include "engine/host/isolation.hpp"
#include "engine/host/output.hpp"
#include "engine/host/retelling.hpp"
#include "engine/host/self_examination.hpp"
#include "engine/host/suppressing.hpp"
#include "engine/host/unrepeatable.hpp"
#include "engine/host/variables.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/search/difference.hpp"
#include "engine/search/search.hpp"

namespace mcheck {

namespace {

bool is_bug(const FoundFailure* found) {
  return found != nullptr && !is_limit(found->failure.kind);
}

}  // namespace

Result replay_subject(const Subject& subject, const options& how, const Schedule& schedule,
                      std::optional<std::size_t> stop_at, FlightRecord* recorder,
                      const std::vector<UserClass>& classes) {
  Identities identities;
  name_places(identities);
  Behaviour behaviour = behaviour_of(how);
  behaviour.conflicts = schedule.conflict != 0;
  Machine machine(subject.body, behaviour);
  connect_to_watcher(machine, recorder);
  Execution execution(identities);
  const Suppressing suppressing(how.suppressions, machine, execution);
  isolate_if_asked(machine);
  Replay strategy(schedule.chosen);
  const bool is_there =
      machine.conflicts() == nullptr || find_conflict(machine, execution, how, schedule);
  machine.capture_places(true);
  std::optional<CapturedOutput> output;
  if (!stop_at) output.emplace(machine);  // a program that crashes prints directly
  SearchReport report =
      run_once(machine, execution, strategy, how, stop_at, recorder, schedule.judging);
  if (begins_again(machine)) {
    strategy = Replay(schedule.chosen);
    if (output) output.emplace(machine);  // discards the output so far
    report = run_once(machine, execution, strategy, how, stop_at, recorder, schedule.judging);
  }
  if (output) output->release();
  output.reset();
  Result result = blank_result(subject, how);
  result.strategy = "replay";
  result.executions = report.executions;
  result.events = report.events;
  result.seconds = report.seconds;
  if (strategy.impossible() != 0) {
    result.verdict = Verdict::kNotRepeatable;
    result.reason = "step " + std::to_string(strategy.impossible()) +
                    " of the schedule is not possible: the program has changed since, or does not "
                    "repeat itself";
    return result;
  }
  if (!is_there) {
    result.verdict = Verdict::kNotRepeatable;
    result.reason =
        "the schedule does not lead to the pair of its number any more: the program has changed "
        "since (mcheck conflicts finds its pairs anew)";
    return result;
  }
  const FoundFailure* const found = first_found(report);
  const bool failed = found != nullptr;
  result.verdict = is_bug(found) || stop_at ? Verdict::kBug : Verdict::kIncomplete;
  if (!failed) result.reason = "this one execution did not fail";
  FailureReport told = report_failure(execution, machine, failed ? found->failure : Failure{});
  if (told.kind == FailureKind::kConflict) {
    told.message = conflict_text(machine, execution, classes);
  }
  told.schedule = to_token(schedule);
  told.execution = 1;
  told.preemptions = execution.preemptions();
  if (failed || stop_at) result.failures.push_back(std::move(told));
  return result;
}

namespace {

// A request that cannot be met, with advice.
bool is_refused(const SearchReport& report, std::vector<std::string>& lines) {
  if (report.failures.empty()) return false;
  const Failure& failure = report.failures[0].failure;
  if (failure.kind != FailureKind::kRequest) return false;
  const std::size_t end = failure.message.find("\n  ");
  lines.push_back("refused   the program " + failure.message.substr(0, end));
  if (end != std::string::npos) lines.push_back(failure.message.substr(end + 3));
  return true;
}

}  // namespace

bool examine_subject(const Subject& subject, const options& how, std::vector<std::string>& lines) {
  const SelfExamination self = examine_self(Depth::kThorough);
  lines.insert(lines.end(), self.lines.begin(), self.lines.end());
  if (!self.blind.empty()) return false;
  Identities identities;
  Machine machine(subject.body, behaviour_of(how));
  Execution execution(identities);
  isolate_if_asked(machine);
  SearchReport report;
  do {
    const std::unique_ptr<Strategy> walk = find_strategy("random")->make({.seed = how.seed});
    Search first(execution, machine.executor(), *walk,
                 {.executions = 1, .seconds = 10, .steps = how.steps});
    report = first.explore();
  } while (begins_again(machine));
  if (is_refused(report, lines)) return false;
  const std::vector<Event> before(execution.events().begin(), execution.events().end());
  const std::vector<std::uint16_t> chosen = choices_of(execution);
  lines.push_back("memory    " + std::to_string(machine.save_bytes()) +
                  " bytes to save at the start (globals, stacks, heap)");
  for (const std::string& remark : isolation_remarks(machine)) {
    lines.push_back("isolation " + remark);
  }
  for (int run = 0; run < 2; ++run) {
    Replay strategy(chosen);
    (void)run_once(machine, execution, strategy, how, {}, nullptr);
    const std::span<const Event> now = execution.events();
    if (std::ranges::equal(now, before, same_event)) continue;
    const Divergence difference = first_difference(execution, 0, before);
    lines.push_back("repeats   no: step " + std::to_string(difference.step + 1) +
                    " was another one when the same schedule was run again");
    lines.push_back("first     " + difference.before);
    lines.push_back("then      " + difference.now);
    for (const std::string& line : likely_sources(difference)) lines.push_back("likely    " + line);
    lines.push_back(
        "usually   the program reads a clock, a random number, an address of the C "
        "library, or state outside its memory (files, environment)");
    lines.emplace_back("more      mcheck explain MC028");
    return false;
  }
  lines.push_back("repeats   yes: " + std::to_string(before.size()) +
                  " events under one schedule, three times the same");
  return true;
}

}  // namespace mcheck
