// SPDX-License-Identifier: MIT
#include "engine/host/retelling.hpp"

#include <algorithm>

#include "dpor/replay.hpp"
#include "engine/host/failure_report.hpp"

namespace mcheck {
namespace {

Schedule schedule_of(const Searched& searched, const std::vector<std::uint16_t>& chosen) {
  const options& how = searched.how;
  return {.program = searched.subject.program,
          .test = searched.subject.test,
          .arguments = searched.subject.arguments,
          .spurious = how.spurious,
          .timeouts = how.timeouts,
          .steps = how.steps == options{}.steps ? 0 : how.steps,
          .chosen = chosen};
}

[[noreturn]] void refuse_arguments(const Subject& subject, const Failure& failure) {
  throw UsageError("test '" + subject.test + "': " + failure.message + "\n  try      mcheck list " +
                   subject.program + "      (says what follows --)");
}

std::string unknown_strategy(const std::string& name) {
  std::string text = "there is no strategy '" + name + "'\n  known    ";
  for (const StrategyEntry& entry : strategies()) {
    text += std::string(&entry == strategies().data() ? "" : ", ") + entry.name;
  }
  return text;
}

std::string cannot_bound(const std::string& name) {
  std::string text = "strategy '" + name + "' cannot bound preemptions\n  bound    ";
  bool first = true;
  for (const StrategyEntry& entry : strategies()) {
    if (!entry.bounds) continue;
    text += (first ? "" : ", ") + std::string(entry.name);
    first = false;
  }
  return text + "\n  try      --strategy with one of these, or no --bound";
}

}  // namespace

Behaviour behaviour_of(const options& how) {
  return {.spurious = how.spurious, .timeouts = how.timeouts, .patience = how.patience};
}

const StrategyEntry& known_strategy(const std::string& name) {
  const StrategyEntry* entry = find_strategy(name);
  if (entry == nullptr) throw UsageError(unknown_strategy(name));
  return *entry;
}

std::unique_ptr<Strategy> make_strategy(const options& how) {
  const StrategyEntry& entry = known_strategy(how.strategy);
  if (!entry.bounds && how.bound >= 0) throw UsageError(cannot_bound(how.strategy));
  return entry.make(
      {.bound = how.bound, .seed = how.seed, .depth = std::max(how.depth, 1u), .steps = how.steps});
}

std::vector<std::uint16_t> choices_of(const Execution& execution) {
  std::vector<std::uint16_t> chosen;
  for (const Event& event : execution.events()) {
    if (!event.eager) chosen.push_back(event.chosen);
  }
  return chosen;
}

std::string not_repeated(const Divergence& difference) {
  return "after " + std::to_string(difference.step) + " events it did this: " + difference.before +
         "; under the same schedule it now did this: " + difference.now;
}

SearchReport run_once(Machine& machine, Execution& execution, Strategy& strategy,
                      const options& how, std::optional<std::size_t> stop_at,
                      FlightRecord* recorder) {
  Search search(execution, machine, strategy,
                {.executions = 1,  // and as long as it takes
                 .steps = how.steps,
                 .stop_after = 1,
                 .backtrack = Backtrack::kRerun,
                 .hold_at = stop_at,
                 .recorder = recorder});
  return search.explore();
}

std::variant<FailureReport, std::string> tell_failure(const Searched& searched, Machine& machine,
                                                      Execution& execution,
                                                      const FoundFailure& found,
                                                      bool source_places) {
  if (found.failure.kind == FailureKind::kRequest) {
    refuse_arguments(searched.subject, found.failure);
  }
  Follow follow(found.schedules.back());
  machine.capture_places(source_places);
  const SearchReport again = run_once(machine, execution, follow, searched.how, {}, nullptr);
  machine.capture_places(false);
  if (again.failures.empty() || again.failures[0].failure != found.failure) {
    return "an execution failed (" + found.failure.message + "), and the same schedule run again " +
           (again.failures.empty() ? "did not fail"
                                   : "failed otherwise: " + again.failures[0].failure.message);
  }
  FailureReport told = report_failure(execution, machine, found.failure);
  told.schedule = to_token(schedule_of(searched, choices_of(execution)));
  told.execution = found.execution;
  told.preemptions = execution.preemptions();
  return told;
}

}  // namespace mcheck
