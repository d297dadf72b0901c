// SPDX-License-Identifier: MIT
#include "engine/host/exploration.hpp"

#include <algorithm>
#include <cstdio>

#include "dpor/registry.hpp"
#include "dpor/replay.hpp"
#include "engine/host/failure_report.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/search/difference.hpp"
#include "engine/search/search.hpp"

namespace mcheck {
namespace {

SearchOptions search_options(const options& how, const Watcher& watcher) {
  return {.executions = how.executions,
          .seconds = how.seconds,
          .steps = how.steps,
          .stop_after = how.stop_after,
          .backtrack = static_cast<Backtrack>(how.backtrack),
          .fingerprint_traces = watcher.fingerprint_traces,
          .recorder = watcher.recorder};
}

Behaviour behaviour_of(const options& how) {
  return {.spurious = how.spurious, .timeouts = how.timeouts, .patience = how.patience};
}

Result blank_result(const Subject& subject, const options& how) {
  Result result;
  result.program = subject.program;
  result.test = subject.test;
  result.arguments = subject.arguments;
  result.strategy = how.strategy;
  result.bound = how.bound;
  return result;
}

Schedule schedule_of(const Subject& subject, const options& how,
                     const std::vector<std::uint16_t>& chosen) {
  return {.program = subject.program,
          .test = subject.test,
          .arguments = subject.arguments,
          .spurious = how.spurious,
          .timeouts = how.timeouts,
          .steps = how.steps == options{}.steps ? 0 : how.steps,
          .chosen = chosen};
}

// The choices of the execution, as a token tells them.
std::vector<std::uint16_t> choices_of(const Execution& execution) {
  std::vector<std::uint16_t> chosen;
  for (const Event& event : execution.events()) {
    if (!event.eager) chosen.push_back(event.chosen);
  }
  return chosen;
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

std::string not_repeated(const Divergence& difference) {
  return "after " + std::to_string(difference.step) + " events it did this: " + difference.before +
         "; under the same schedule it now did this: " + difference.now;
}

// One run of a schedule.
SearchReport run_once(Machine& machine, Execution& execution, Strategy& strategy,
                      const options& how, std::optional<std::size_t> stop_at,
                      FlightRecord* recorder) {
  // The step at which a process died is not tried.
  machine.suspect_everything(!stop_at);
  Search search(execution, machine, strategy,
                {.executions = 1,  // and as long as it takes
                 .steps = how.steps,
                 .stop_after = 1,
                 .backtrack = Backtrack::kRerun,
                 .hold_at = stop_at,
                 .recorder = recorder});
  SearchReport report = search.explore();
  machine.suspect_everything(false);
  return report;
}

class Exploration {
 public:
  Exploration(const Subject& subject, const options& how, const Watcher& watcher)
      : subject_(subject),
        how_(how),
        watcher_(watcher),
        machine_(subject.body, behaviour_of(how)),
        execution_(identities_) {
    if (watcher.recorder != nullptr) machine_.set_in_program_flag(&watcher.recorder->in_program);
  }

  Explored explore() {
    const StrategyEntry* entry = find_strategy(how_.strategy);
    if (entry == nullptr) throw UsageError(unknown_strategy(how_.strategy));
    if (entry->endless && how_.executions == 0 && how_.seconds == 0) {
      throw UsageError("strategy '" + how_.strategy +
                       "' never ends by itself\n  try      --executions 10000 or --time 10s");
    }
    const std::unique_ptr<Strategy> strategy =
        entry->make({.bound = how_.bound, .seed = how_.seed});
    SearchOptions limits = search_options(how_, watcher_);
    FlightRecord* recorder = watcher_.recorder;
    if (watcher_.on_progress && recorder != nullptr) {
      limits.on_progress = [this, recorder] {
        watcher_.on_progress({.executions = recorder->executions, .events = recorder->events});
      };
    }
    report_ = Search(execution_, machine_, *strategy, limits).explore();
    result_ = blank_result(subject_, how_);
    result_.bound_hit = strategy->bound_hit();
    count();
    judge(*strategy);
    return {.result = std::move(result_), .traces = report_.traces};
  }

 private:
  static std::string unknown_strategy(const std::string& name) {
    std::string text = "there is no strategy '" + name + "'\n  known    ";
    for (const StrategyEntry& entry : strategies()) {
      text += std::string(&entry == strategies().data() ? "" : ", ") + entry.name;
    }
    return text;
  }

  void count() {
    result_.executions = report_.executions;
    result_.redundant = report_.redundant;
    result_.probes = report_.probes;
    result_.events = report_.events;
    result_.restored_steps = report_.restored_steps;
    result_.rerun_steps = report_.rerun_steps;
    result_.seconds = report_.seconds;
  }

  void judge(const Strategy& strategy) {
    for (const FoundFailure& found : report_.failures) {
      if (found.failure.kind == FailureKind::kRequest) refuse_arguments(found.failure);
      if (!tell(found)) return;
    }
    if (!report_.failures.empty()) {
      result_.verdict = Verdict::kBug;
    } else if (report_.divergence) {
      result_.verdict = Verdict::kNotRepeatable;
      result_.reason = not_repeated(*report_.divergence);
    } else if (report_.stop == SearchReport::Stop::kExhausted && strategy.exhaustive()) {
      result_.verdict = Verdict::kVerified;
      result_.assumptions = machine_.assumptions();
      if (report_.cut_off == report_.executions) nothing_checked();
    } else {
      result_.verdict = Verdict::kIncomplete;
      result_.reason = report_.stop == SearchReport::Stop::kSeconds
                           ? "stopped after " + seconds_text(how_.seconds)
                           : "stopped after " + std::to_string(report_.executions) + " executions";
    }
  }

  [[noreturn]] void refuse_arguments(const Failure& failure) const {
    throw UsageError("test '" + subject_.test + "': " + failure.message +
                     "\n  try      mcheck list " + subject_.program +
                     "      (says what follows --)");
  }

  // Every execution ended in a false assume: nothing was verified.
  void nothing_checked() {
    result_.verdict = Verdict::kIncomplete;
    result_.reason = "no execution got to its end: assume() was false in each of them";
  }

  // Runs the failing schedule again; false if it does not fail the same way.
  bool tell(const FoundFailure& found) {
    Follow follow(found.moves);
    machine_.capture_places(watcher_.source_places);
    const SearchReport again = run_once(machine_, execution_, follow, how_, {}, nullptr);
    if (again.failures.empty() || again.failures[0].failure != found.failure) {
      result_.verdict = Verdict::kNotRepeatable;
      result_.failures.clear();
      result_.reason =
          "an execution failed (" + found.failure.message + "), and the same schedule run again " +
          (again.failures.empty() ? "did not fail"
                                  : "failed otherwise: " + again.failures[0].failure.message);
      return false;
    }
    FailureReport told = report_failure(execution_, machine_, found.failure);
    told.schedule = to_token(schedule_of(subject_, how_, choices_of(execution_)));
    told.execution = found.execution;
    told.preemptions = execution_.preemptions();
    result_.failures.push_back(std::move(told));
    return true;
  }

  const Subject& subject_;
  const options& how_;
  const Watcher& watcher_;
  Identities identities_;
  Machine machine_;
  Execution execution_;
  SearchReport report_;
  Result result_;
};

}  // namespace

Explored explore_subject(const Subject& subject, const options& how, const Watcher& watcher) {
  return Exploration(subject, how, watcher).explore();
}

Result replay_subject(const Subject& subject, const options& how, const Schedule& schedule,
                      std::optional<std::size_t> stop_at, FlightRecord* recorder) {
  Identities identities;
  Machine machine(subject.body, behaviour_of(how));
  if (recorder != nullptr) machine.set_in_program_flag(&recorder->in_program);
  Execution execution(identities);
  Replay strategy(schedule.chosen);
  machine.capture_places(true);
  const SearchReport report = run_once(machine, execution, strategy, how, stop_at, recorder);
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
  const bool failed = !report.failures.empty();
  result.verdict = failed || stop_at ? Verdict::kBug : Verdict::kIncomplete;
  if (!failed) result.reason = "this one execution did not fail";
  const Failure failure = failed ? report.failures[0].failure : Failure{};
  FailureReport told = report_failure(execution, machine, failure);
  told.schedule = to_token(schedule);
  told.execution = 1;
  told.preemptions = execution.preemptions();
  if (failed || stop_at) result.failures.push_back(std::move(told));
  return result;
}

bool examine_subject(const Subject& subject, const options& how, std::vector<std::string>& lines) {
  Identities identities;
  Machine machine(subject.body, behaviour_of(how));
  Execution execution(identities);
  const std::unique_ptr<Strategy> walk = find_strategy("random")->make({.seed = how.seed});
  Search first(execution, machine, *walk, {.executions = 1, .seconds = 10, .steps = how.steps});
  (void)first.explore();
  const std::vector<Event> before(execution.events().begin(), execution.events().end());
  const std::vector<std::uint16_t> chosen = choices_of(execution);
  lines.push_back("memory    " + std::to_string(machine.save_bytes()) +
                  " bytes to save at the start (globals, stacks, heap)");
  for (int run = 0; run < 2; ++run) {
    Replay strategy(chosen);
    (void)run_once(machine, execution, strategy, how, {}, nullptr);
    const std::span<const Event> now = execution.events();
    if (std::ranges::equal(now, before, same_event)) continue;
    const Divergence difference = first_difference(execution, 0, before);
    lines.push_back("repeats   no: " + not_repeated(difference));
    lines.push_back(
        "usually   the program reads a clock, a random number, an address of the C "
        "library, or state outside its memory (files, environment)");
    return false;
  }
  lines.push_back("repeats   yes: " + std::to_string(before.size()) +
                  " events under one schedule, three times the same");
  return true;
}

}  // namespace mcheck
