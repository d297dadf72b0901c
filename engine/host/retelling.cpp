// SPDX-License-Identifier: MIT
#include "engine/host/retelling.hpp"

#include <algorithm>

#include "dpor/preemptions.hpp"
#include "dpor/replay.hpp"
#include "engine/host/failure_report.hpp"
#include "engine/host/output.hpp"
#include "engine/host/states.hpp"

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
          .reuse_rooms = rooms_of(how),
          .judging = judging,
          .chosen = chosen};
}

namespace {

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
  return {.spurious = how.spurious,
          .timeouts = how.timeouts,
          .patience = how.patience,
          .any_exit_status = how.any_exit_status,
          .plain_points = how.plain_points,
          .ignore_races = how.ignore_races,
          .ignore_leaks = how.ignore_leaks,
          .reuse_rooms = rooms_of(how),
          .learn_reuse = how.reuse == reusing::automatic,
          .isolation = static_cast<Isolation>(how.isolate)};
}

Result blank_result(const Subject& subject, const options& how) {
  Result result;
  result.program = subject.program;
  result.test = subject.test;
  result.arguments = subject.arguments;
  result.strategy = how.strategy;
  const StrategyEntry* entry = find_strategy(how.strategy);
  // Those that draw lots know no bound.
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
                      FlightRecord* recorder, const Judging& judging) {
  // The step at which a process died is not tried.
  machine.suspect_everything(!stop_at);
  Search search(
      execution, machine.executor(), strategy,
      {.executions = 1,  // and as long as it takes
       .steps = how.steps,
       .stop_after = 1,
       .backtrack = Backtrack::kRerun,
       .hold_at = stop_at,
       .recorder = recorder,
       .judging = judging.by == JudgedBy::kNothing ? std::nullopt : std::optional(judging)});
  SearchReport report = search.explore();
  machine.suspect_everything(false);
  return report;
}

namespace {

// Beyond this the plainest schedule is not looked for: it would take too long.
constexpr std::uint32_t kMostPreemptions = 4;
constexpr std::size_t kMostEvents = 400;

// Runs schedules of one failure, and knows which of them show it.
class Retelling {
 public:
  Retelling(const Searched& searched, Machine& machine, Execution& execution,
            const FoundFailure& found)
      : searched_(searched), machine_(machine), execution_(execution), found_(found) {}

  // Whether the schedule fails as it should; the execution is the one that did, or did not.
  bool shows(const std::vector<Move>& moves) {
    Follow follow(moves);
    const SearchReport again =
        run_once(machine_, execution_, follow, searched_.how, {}, nullptr, found_.judging);
    const bool shown = !again.failures.empty() && again.failures[0].failure == found_.failure;
    if (!shown) {
      instead_ = again.failures.empty() ? "did not fail"
                                        : "failed otherwise: " + again.failures[0].failure.message;
    }
    return shown;
  }

  // Of the schedules that were found, the first that shows it.
  [[nodiscard]] const std::vector<Move>* first_good() {
    for (const std::vector<Move>& moves : found_.schedules) {
      if (shows(moves)) return &moves;
    }
    return nullptr;
  }

  // The one of the same class with the fewest preemptions, and of those the plainest. REQUIRES: the
  // execution at hand shows the failure.
  [[nodiscard]] std::optional<std::vector<Move>> cheapest() {
    const std::uint32_t most = execution_.preemptions();
    if (found_.judging.by != JudgedBy::kNothing) return std::nullopt;  // in that order only
    if (most == 0 || execution_.events().size() > kMostEvents) return std::nullopt;
    std::optional<CheapSchedule> cheap =
        cheapest_schedule(execution_, std::min(most, kMostPreemptions));
    if (!cheap || !shows(cheap->moves)) return std::nullopt;
    return std::move(cheap->moves);
  }

  [[nodiscard]] const std::string& instead() const { return instead_; }

 private:
  const Searched& searched_;
  Machine& machine_;
  Execution& execution_;
  const FoundFailure& found_;
  std::string instead_;
};

}  // namespace

std::variant<FailureReport, std::string> tell_failure(const Searched& searched, Machine& machine,
                                                      Execution& execution,
                                                      const FoundFailure& found,
                                                      bool source_places) {
  if (found.failure.kind == FailureKind::kStepLimit) {
    const auto circle = circle_instead(searched, machine, execution, found);
    if (circle) return tell_failure(searched, machine, execution, *circle, source_places);
  }
  if (found.failure.kind == FailureKind::kRequest) {
    refuse_arguments(searched.subject, found.failure);
  }
  Retelling retelling(searched, machine, execution, found);
  const std::vector<Move>* good = retelling.first_good();
  if (good == nullptr) {
    return "an execution failed (" + found.failure.message + "), and the same schedule run again " +
           retelling.instead();
  }
  const std::vector<Move> moves = retelling.cheapest().value_or(*good);
  CapturedOutput output(machine);
  machine.capture_places(source_places);
  const bool again = retelling.shows(moves);
  machine.capture_places(false);
  if (!again) return "a schedule that failed " + retelling.instead() + " when it was run again";
  FailureReport told = report_failure(execution, machine, found.failure);
  told.output = output.text();
  told.schedule = to_token(schedule_of(searched, choices_of(execution), found.judging));
  told.execution = found.execution;
  told.preemptions = execution.preemptions();
  return told;
}

}  // namespace mcheck
