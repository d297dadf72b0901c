// SPDX-License-Identifier: MIT
// What runs a single execution instead of a search: a replay, and `mcheck doctor`, which looks for
// obstacles to an exploration.
#include <algorithm>
#include <utility>

#include "dpor/registry.hpp"
#include "dpor/replay.hpp"
#include "engine/host/classes/class_oracle.hpp"
#include "engine/host/conflicts/conflict_replay.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/orders/changed_orders.hpp"
#include "engine/host/process/captured_output.hpp"
#include "engine/host/report/failure_report.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/schedule/forced.hpp"
#include "engine/host/search/divergence_text.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/host/search/isolation.hpp"
#include "engine/host/search/memory_choice.hpp"
#include "engine/host/search/suppression_filter.hpp"
#include "engine/host/self_check/self_check.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/verdict/quantifier_request.hpp"
#include "engine/search/driver/difference.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck {

namespace {

// Locations are captured on the stacks of the program's threads. What this leaves there can make
// two equal states differ.
bool loses_cycle(const SearchReport& report, const ProgressCheck& check) {
  return check.by != ProgressProperty::kNothing && report.failures.empty();
}

template <class Run>
SearchReport without_locations(Machine& machine, const Run& run) {
  machine.capture_locations(false);
  return run();
}

bool is_bug(const FoundFailure* found) {
  return found != nullptr && !is_limit(found->failure.kind);
}

Result result_of_replay(const Subject& subject, const options& how, const SearchReport& report) {
  Result result = empty_result(subject, how);
  result.strategy = "replay";
  result.executions = report.executions;
  result.events = report.events;
  result.seconds = report.seconds;
  return result;
}

Result not_repeatable(Result result, std::string reason) {
  result.verdict = Verdict::kNotRepeatable;
  result.reason = std::move(reason);
  return result;
}

}  // namespace

Result replay_subject(const Subject& subject, const options& how, const Schedule& schedule,
                      std::optional<std::size_t> stop_at, FlightRecord* recorder,
                      const std::vector<UserClass>& classes) {
  force_schedule_file(how);
  change_orders(how);
  accept_quantifier_requests(QuantifierRequests::kIgnored, quantifier::for_all);
  const ClassTestReplay class_test(subject, how);
  Identities identities;
  install_variable_names(identities);
  Behaviour behaviour = behaviour_of(how);
  behaviour.conflicts = schedule.conflict != 0;
  Machine machine(subject.body, behaviour);
  connect_to_watcher(machine, recorder);
  Execution execution(identities);
  begin_memory_model(how, machine, execution);
  const SuppressionFilter filter(how.suppressions, machine, execution);
  isolate_if_requested(machine);
  Replay strategy(schedule.chosen);
  const bool leads_to_conflict =
      machine.conflicts() == nullptr || find_conflict(machine, execution, how, schedule);
  machine.capture_locations(true);
  std::optional<CapturedOutput> output;
  if (!stop_at) output.emplace(machine);  // a program that crashes prints directly
  const auto run = [&] {
    strategy = Replay(schedule.chosen);
    return run_once(machine, execution, strategy, how, stop_at, recorder, schedule.progress_check);
  };
  SearchReport report = run();
  if (must_restart(machine, execution)) {
    if (output) output.emplace(machine);  // discards the output so far
    report = run();
  }
  if (loses_cycle(report, schedule.progress_check)) report = without_locations(machine, run);
  if (output) output->print_captured();
  output.reset();
  Result result = result_of_replay(subject, how, report);
  if (strategy.first_impossible_step() != 0) {
    return not_repeatable(std::move(result),
                          "step " + std::to_string(strategy.first_impossible_step()) +
                              " of the schedule is not possible: the program has changed since, "
                              "or does not repeat itself");
  }
  if (!leads_to_conflict) {
    return not_repeatable(std::move(result),
                          "the schedule does not lead to the pair of its number any more: the "
                          "program has changed since (run mcheck conflicts again)");
  }
  const FoundFailure* const found = first_found(report);
  result.verdict = is_bug(found) || stop_at ? Verdict::kBug : Verdict::kIncomplete;
  if (found == nullptr) result.reason = "this one execution did not fail";
  FailureReport failure_report =
      report_failure(execution, machine, found != nullptr ? found->failure : Failure{});
  if (failure_report.kind == FailureKind::kConflict)
    failure_report.message = conflict_text(machine, execution, classes);
  failure_report.schedule = to_token(schedule);
  failure_report.execution = 1;
  failure_report.preemptions = execution.preemptions();
  if (found != nullptr || stop_at) result.failures.push_back(std::move(failure_report));
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
  const SelfCheck self = run_self_check(Depth::kThorough);
  lines.insert(lines.end(), self.lines.begin(), self.lines.end());
  if (!self.uninstrumented.empty()) return false;
  Identities identities;
  Machine machine(subject.body, behaviour_of(how));
  Execution execution(identities);
  begin_memory_model(how, machine, execution);
  isolate_if_requested(machine);
  SearchReport report;
  do {
    const std::unique_ptr<Strategy> walk = find_strategy("random")->make({.seed = how.seed});
    Search first(execution, machine.executor(), *walk,
                 {.executions = 1, .seconds = 10, .steps = how.steps});
    report = first.explore();
  } while (must_restart(machine, execution));
  if (is_refused(report, lines)) return false;
  const std::vector<Event> before(execution.events().begin(), execution.events().end());
  const std::vector<std::uint16_t> chosen = choices_of(execution);
  lines.push_back("memory    " + std::to_string(machine.snapshot_bytes()) +
                  " bytes in a snapshot at the start (globals, stacks, heap)");
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
                    " differed when the same schedule was run again");
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
