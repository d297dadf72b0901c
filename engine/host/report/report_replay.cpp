// SPDX-License-Identifier: MIT
#include "engine/host/report/report_replay.hpp"
#include "dpor/sampling/sleep_order.hpp"

#include <algorithm>

#include "dpor/minimise/minimise.hpp"
#include "engine/host/process/captured_output.hpp"
#include "engine/host/report/decisive_pair_report.hpp"
#include "engine/host/report/failure_report.hpp"
#include "engine/host/report/failure_trial_runs.hpp"
#include "engine/host/search/progress_check.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {

std::uint64_t size_classes_of(const options& how) {
  return how.reuse == reusing::choice ? kAllSizeClasses : how.reuse_size_classes;
}

Schedule schedule_of(const SearchRequest& request, const std::vector<std::uint16_t>& chosen,
                     const ProgressCheck& progress_check) {
  const options& how = request.how;
  return {.program = request.subject.program,
          .test = request.subject.test,
          .arguments = request.subject.arguments,
          .spurious = how.spurious,
          .timeouts = how.timeouts,
          .steps = how.steps == options{}.steps ? 0 : how.steps,
          .any_exit_status = how.any_exit_status,
          .plain_points = how.plain_points,
          .ignore_races = how.ignore_races,
          .ignore_leaks = how.ignore_leaks,
          .strict_misuse = how.strict_misuse,
          .weak_memory = how.memory == memory_model::rc11,
          .schedule_file = how.schedule.empty() ? "" : how.schedule_file,
          .orders = how.orders,
          .fail_at_steps = how.fail_at_steps,
          .reuse_size_classes = size_classes_of(how),
          .nondet_from = how.nondet_from,
          .nondet_to = how.nondet_to,
          .progress_check = progress_check,
          .chosen = chosen};
}

namespace {

// An unmodified program's arguments are not at fault, but what it asked of the system.
[[noreturn]] void refuse_request(const Subject& subject, const Failure& failure) {
  std::string text = "test '" + subject.test + "': " + failure.message;
  if (!unmodified()) {
    text += "\n  try      mcheck list " + subject.program + "      (says what follows --)";
  }
  throw UsageError(text);
}

std::string unknown_strategy_text(const std::string& name) {
  std::string text = "there is no strategy '" + name + "'\n  known    ";
  for (const StrategyEntry& entry : strategies()) {
    text += std::string(&entry == strategies().data() ? "" : ", ") + entry.name;
  }
  return text;
}

std::string cannot_bound_text(const std::string& name) {
  std::string text = "strategy '" + name + "' cannot bound preemptions\n  bound    ";
  bool first = true;
  for (const StrategyEntry& entry : strategies()) {
    if (!entry.takes_bound) continue;
    text += (first ? "" : ", ") + std::string(entry.name);
    first = false;
  }
  return text + "\n  try      --strategy with one of these, or no --bound";
}

std::string needs_sc_text(const std::string& name) {
  std::string text =
      "strategy '" + name + "' takes atomics as sequentially consistent\n  rc11     ";
  bool first = true;
  for (const StrategyEntry& entry : strategies()) {
    if (!entry.takes_weak_memory) continue;
    text += (first ? "" : ", ") + std::string(entry.name);
    first = false;
  }
  return text + "\n  try      --strategy with one of these, or --memory sc";
}

// What the strategy cannot do under the memory model.
void require_memory_model(const StrategyEntry& entry, const options& how) {
  if (how.memory != memory_model::rc11) return;
  if (how.order_by_sleeps) throw UsageError("sleeps order threads with --memory sc only");
  if (!entry.takes_weak_memory) throw UsageError(needs_sc_text(how.strategy));
  // Which schedule of a graph has the fewest preemptions is known for one order of all accesses.
  if (entry.is_reduction && how.bound >= 0) {
    throw UsageError("strategy '" + how.strategy +
                     "' cannot bound preemptions with --memory rc11\n  try      --strategy dfs, or "
                     "no --bound");
  }
}

}  // namespace

Behaviour behaviour_of(const options& how) {
  return {.spurious = how.spurious,
          .timeouts = how.timeouts,
          .patience = how.patience,
          .any_exit_status = how.any_exit_status,
          .plain_points = how.plain_points,
          .ignore_races = how.ignore_races,
          .sleep_lengths = how.order_by_sleeps,
          .ignore_leaks = how.ignore_leaks,
          .strict_misuse = how.strict_misuse,
          .symmetry = how.symmetry,
          .reuse_size_classes = size_classes_of(how),
          .detect_reuse = how.reuse == reusing::automatic,
          .nondet_from = how.nondet_from,
          .nondet_to = how.nondet_to,
          .isolation = static_cast<Isolation>(how.isolate)};
}

Result empty_result(const Subject& subject, const options& how) {
  Result result;
  result.program = subject.program;
  result.test = subject.test;
  result.arguments = subject.arguments;
  result.strategy = how.strategy;
  result.weak_memory = how.memory == memory_model::rc11;
  const StrategyEntry* entry = find_strategy(how.strategy);
  // Random strategies have no bound.
  result.bound = entry != nullptr && entry->endless ? -1 : how.bound;
  return result;
}

const StrategyEntry& strategy_named(const std::string& name) {
  const StrategyEntry* entry = find_strategy(name);
  if (entry == nullptr) throw UsageError(unknown_strategy_text(name));
  return *entry;
}

std::unique_ptr<Strategy> make_strategy(const options& how) {
  const StrategyEntry& entry = strategy_named(how.strategy);
  require_memory_model(entry, how);
  if (how.order_by_sleeps)
    return std::make_unique<SleepOrder>(SamplerOptions{.seed = how.seed, .steps = how.steps});
  if (!entry.takes_bound && how.bound >= 0) throw UsageError(cannot_bound_text(how.strategy));
  return entry.make({.bound = how.bound,
                     .seed = how.seed,
                     .depth = std::max(how.depth, 1u),
                     .steps = how.steps,
                     .weak_memory = how.memory == memory_model::rc11,
                     .fair_cycles = fair_cycle_rule(how)});
}

std::vector<std::uint16_t> choices_of(const Execution& execution) {
  std::vector<std::uint16_t> chosen;
  for (const Event& event : execution.events()) {
    if (!event.eager) chosen.push_back(event.chosen);
  }
  return chosen;
}

SearchReport run_once(Machine& machine, Execution& execution, Strategy& strategy,
                      const options& how, std::optional<std::size_t> stop_at,
                      FlightRecord* recorder, const ProgressCheck& progress_check,
                      bool is_auxiliary) {
  // A step at which the process died is not tried first.
  machine.assume_all_spin(!stop_at);
  Search search(execution, machine.executor(), strategy,
                {.executions = 1,  // and no limit on time
                 .steps = how.steps,
                 .fail_at_steps = how.fail_at_steps,
                 .fail_at_gates = true,
                 .stop_after = 1,
                 .backtrack = Backtrack::kRerun,
                 .stop_at_step = stop_at,
                 .recorder = recorder,
                 .is_auxiliary = is_auxiliary,
                 .progress_check = progress_check.by == ProgressProperty::kNothing
                                       ? std::nullopt
                                       : std::optional(progress_check),
                 .sections = StuckSections::Coverage::kDeadlock});
  SearchReport report = search.explore();
  machine.assume_all_spin(false);
  return report;
}

SearchReport run_again(const SearchRequest& request, Machine& machine, Execution& execution,
                       Strategy& strategy, const ProgressCheck& progress_check) {
  return run_once(machine, execution, strategy, request.how, {}, request.recorder, progress_check,
                  true);
}

namespace {

// For usual programs this takes a small part of the time, so that the result depends on the machine
// only if steps are slow.
std::uint64_t steps_for(double seconds) {
  constexpr double kStepsPerSecond = 200'000;
  return static_cast<std::uint64_t>(seconds * kStepsPerSecond) + 1;
}

// Makes a report from the schedules of one failure.
class ReportReplay {
 public:
  ReportReplay(const SearchRequest& request, Machine& machine, Execution& execution,
               const FoundFailure& found, const ReportOptions& report_options)
      : request_(request),
        machine_(machine),
        execution_(execution),
        found_(found),
        options_(report_options),
        trial_runs_(request, machine, execution, found, report_options.source_locations),
        budget_(report_options.seconds, steps_for(report_options.seconds)) {}

  std::variant<FailureReport, std::string> make_report() {
    const std::vector<Transition>* reproducing = trial_runs_.first_reproducing();
    if (reproducing == nullptr) {
      return "an execution failed (" + found_.failure.message +
             "), and the same schedule run again " + trial_runs_.mismatch();
    }
    const bool searches = options_.seconds > 0 && trial_runs_.may_run_others();
    if (searches && options_.is_wanted) {
      auto reported = run(*reproducing);
      const auto* as_found = std::get_if<FailureReport>(&reported);
      if (as_found == nullptr || !options_.is_wanted(found_, *as_found)) return reported;
    }
    if (!searches) return run(*reproducing);
    const Minimised simplest = minimise_schedule(*reproducing);
    auto reported = run(simplest.transitions);
    if (auto* report = std::get_if<FailureReport>(&reported)) {
      report->minimised = minimised_text(simplest);
      report->decisive_step =
          report_decisive_pair(request_, machine_, trial_runs_, simplest.transitions, budget_,
                               options_.source_locations);
    }
    return reported;
  }

 private:
  // Leaves a part of the budget for the decisive pair. What an execution with effects outside
  // memory shows cannot be trusted.
  Minimised minimise_schedule(const std::vector<Transition>& transitions) {
    constexpr double kForSchedule = 0.6;
    (void)trial_runs_.reproduces(transitions);
    TrialBudget part = budget_.part(kForSchedule);
    Minimised simplest = minimise(trial_runs_.trials(), transitions, part);
    budget_.spend(part.spent());
    if (!trial_runs_.may_run_others()) return {.transitions = transitions, .cost = {}};
    return simplest;
  }

  std::variant<FailureReport, std::string> run(const std::vector<Transition>& transitions) {
    CapturedOutput output(machine_);
    if (!trial_runs_.reproduces(transitions)) {
      return "a schedule that failed " + trial_runs_.mismatch() + " when it was run again";
    }
    FailureReport reported = report_failure(execution_, machine_, trial_runs_.failure());
    reported.output = output.text();
    reported.schedule =
        to_token(schedule_of(request_, choices_of(execution_), found_.progress_check));
    reported.execution = found_.execution;
    reported.occurrences = found_.occurrences;
    reported.preemptions = execution_.preemptions();
    return reported;
  }

  const SearchRequest& request_;
  Machine& machine_;
  Execution& execution_;
  const FoundFailure& found_;
  const ReportOptions& options_;
  FailureTrialRuns trial_runs_;
  TrialBudget budget_;
};

}  // namespace

std::variant<FailureReport, std::string> replay_for_report(const SearchRequest& request,
                                                           Machine& machine, Execution& execution,
                                                           const FoundFailure& found,
                                                           const ReportOptions& report_options) {
  if (found.failure.kind == FailureKind::kStepLimit) {
    const auto fair_cycle = find_fair_cycle(request, machine, execution, found);
    if (fair_cycle)
      return replay_for_report(request, machine, execution, *fair_cycle, report_options);
  }
  if (found.failure.kind == FailureKind::kRequest) {
    refuse_request(request.subject, found.failure);
  }
  return ReportReplay(request, machine, execution, found, report_options).make_report();
}

std::string not_reproduced_alone_text(const FoundFailure& found) {
  return "an execution failed (" + found.failure.message +
         ") after another failure, which is suppressed, and no execution that was run shows it "
         "alone: fix the other, or do not suppress it";
}

}  // namespace mcheck
