// SPDX-License-Identifier: MIT
#include "engine/host/retelling.hpp"

#include <algorithm>

#include "dpor/minimise.hpp"
#include "engine/host/failure_report.hpp"
#include "engine/host/failure_trials.hpp"
#include "engine/host/output.hpp"
#include "engine/host/states.hpp"
#include "engine/host/turning_report.hpp"
#include "engine/runtime/perform.hpp"

namespace mcheck {

std::uint64_t rooms_of(const options& how) {
  return how.reuse == reusing::choice ? kAllRooms : how.reuse_rooms;
}

Schedule schedule_of(const Searched& searched, const std::vector<std::uint16_t>& chosen,
                     const Judging& judging) {
  const options& how = searched.how;
  return {.program = searched.subject.program,
          .test = searched.subject.test,
          .arguments = searched.subject.arguments,
          .spurious = how.spurious,
          .timeouts = how.timeouts,
          .steps = how.steps == options{}.steps ? 0 : how.steps,
          .any_exit_status = how.any_exit_status,
          .plain_points = how.plain_points,
          .ignore_races = how.ignore_races,
          .ignore_leaks = how.ignore_leaks,
          .strict_misuse = how.strict_misuse,
          .fail_at_steps = how.fail_at_steps,
          .reuse_rooms = rooms_of(how),
          .nondet_from = how.nondet_from,
          .nondet_to = how.nondet_to,
          .judging = judging,
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
  return {.spurious = how.spurious,
          .timeouts = how.timeouts,
          .patience = how.patience,
          .any_exit_status = how.any_exit_status,
          .plain_points = how.plain_points,
          .ignore_races = how.ignore_races,
          .ignore_leaks = how.ignore_leaks,
          .strict_misuse = how.strict_misuse,
          .reuse_rooms = rooms_of(how),
          .learn_reuse = how.reuse == reusing::automatic,
          .nondet_from = how.nondet_from,
          .nondet_to = how.nondet_to,
          .isolation = static_cast<Isolation>(how.isolate)};
}

Result blank_result(const Subject& subject, const options& how) {
  Result result;
  result.program = subject.program;
  result.test = subject.test;
  result.arguments = subject.arguments;
  result.strategy = how.strategy;
  const StrategyEntry* entry = find_strategy(how.strategy);
  // Random strategies have no bound.
  result.bound = entry != nullptr && entry->endless ? -1 : how.bound;
  return result;
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

SearchReport run_once(Machine& machine, Execution& execution, Strategy& strategy,
                      const options& how, std::optional<std::size_t> stop_at,
                      FlightRecord* recorder, const Judging& judging, bool besides) {
  // A step at which the process died is not tried first.
  machine.suspect_everything(!stop_at);
  Search search(
      execution, machine.executor(), strategy,
      {.executions = 1,  // and no limit on time
       .steps = how.steps,
       .fail_at_steps = how.fail_at_steps,
       .stop_after = 1,
       .backtrack = Backtrack::kRerun,
       .hold_at = stop_at,
       .recorder = recorder,
       .besides = besides,
       .judging = judging.by == JudgedBy::kNothing ? std::nullopt : std::optional(judging),
       .sections = SectionStandstills::Known::kDeadlock});
  SearchReport report = search.explore();
  machine.suspect_everything(false);
  return report;
}

SearchReport run_again(const Searched& searched, Machine& machine, Execution& execution,
                       Strategy& strategy, const Judging& judging) {
  return run_once(machine, execution, strategy, searched.how, {}, searched.recorder, judging, true);
}

namespace {

// For usual programs this takes a small part of the time, so that the result depends on the machine
// only if steps are slow.
std::uint64_t steps_for(double seconds) {
  constexpr double kStepsPerSecond = 200'000;
  return static_cast<std::uint64_t>(seconds * kStepsPerSecond) + 1;
}

// Makes a report from the schedules of one failure.
class Retelling {
 public:
  Retelling(const Searched& searched, Machine& machine, Execution& execution,
            const FoundFailure& found, const Telling& telling)
      : searched_(searched),
        machine_(machine),
        execution_(execution),
        found_(found),
        telling_(telling),
        trials_(searched, machine, execution, found, telling.source_places),
        budget_(telling.seconds, steps_for(telling.seconds)) {}

  std::variant<FailureReport, std::string> tell() {
    const std::vector<Move>* good = trials_.first_good();
    if (good == nullptr) {
      return "an execution failed (" + found_.failure.message +
             "), and the same schedule run again " + trials_.instead();
    }
    const bool looks = telling_.seconds > 0 && trials_.may_look();
    if (looks && telling_.is_wanted) {
      auto told = run(*good);
      const auto* as_found = std::get_if<FailureReport>(&told);
      if (as_found == nullptr || !telling_.is_wanted(found_, *as_found)) return told;
    }
    if (!looks) return run(*good);
    const Minimised plain = plainer(*good);
    auto told = run(plain.moves);
    if (auto* report = std::get_if<FailureReport>(&told)) {
      report->minimised = minimised_text(plain);
      report->turning =
          tell_turning(searched_, machine_, trials_, plain.moves, budget_, telling_.source_places);
    }
    return told;
  }

 private:
  // Leaves a part of the budget for the decisive pair. What an execution with effects outside
  // memory shows cannot be trusted.
  Minimised plainer(const std::vector<Move>& moves) {
    constexpr double kForSchedule = 0.6;
    (void)trials_.shows(moves);
    TrialBudget part = budget_.part(kForSchedule);
    Minimised plain = minimise(trials_.trials(), moves, part);
    budget_.spend(part.spent());
    if (!trials_.may_look()) return {.moves = moves, .cost = {}};
    return plain;
  }

  std::variant<FailureReport, std::string> run(const std::vector<Move>& moves) {
    CapturedOutput output(machine_);
    if (!trials_.shows(moves)) {
      return "a schedule that failed " + trials_.instead() + " when it was run again";
    }
    FailureReport told = report_failure(execution_, machine_, trials_.failure());
    told.output = output.text();
    told.schedule = to_token(schedule_of(searched_, choices_of(execution_), found_.judging));
    told.execution = found_.execution;
    told.occurrences = found_.occurrences;
    told.preemptions = execution_.preemptions();
    return told;
  }

  const Searched& searched_;
  Machine& machine_;
  Execution& execution_;
  const FoundFailure& found_;
  const Telling& telling_;
  FailureTrials trials_;
  TrialBudget budget_;
};

}  // namespace

std::variant<FailureReport, std::string> tell_failure(const Searched& searched, Machine& machine,
                                                      Execution& execution,
                                                      const FoundFailure& found,
                                                      const Telling& telling) {
  if (found.failure.kind == FailureKind::kStepLimit) {
    const auto circle = circle_instead(searched, machine, execution, found);
    if (circle) return tell_failure(searched, machine, execution, *circle, telling);
  }
  if (found.failure.kind == FailureKind::kRequest) {
    refuse_request(searched.subject, found.failure);
  }
  return Retelling(searched, machine, execution, found, telling).tell();
}

std::string not_shown_alone_text(const FoundFailure& found) {
  return "an execution failed (" + found.failure.message +
         ") after another failure, which is suppressed, and no schedule shows this one alone: mend "
         "the other, or do not suppress it";
}

}  // namespace mcheck
