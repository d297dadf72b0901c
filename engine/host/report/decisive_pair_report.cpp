// SPDX-License-Identifier: MIT
#include "engine/host/report/decisive_pair_report.hpp"

#include "dpor/minimise/decisive_pair.hpp"
#include "dpor/replay.hpp"
#include "engine/host/process/captured_output.hpp"
#include "engine/host/report/failure_report.hpp"

namespace mcheck {
namespace {

// Maps choices and events to step numbers of a report.
class StepNumbers {
 public:
  explicit StepNumbers(const Execution& execution) {
    int number = 0;
    for (const Event& event : execution.events()) {
      places_.push_back({.thread = event.thread, .event = event.index});
      if (!event.eager) choices_.push_back(number);
      ++number;
    }
    for (const ThreadRecord& record : execution.threads())
      waiting_.push_back(thread_position(record));
  }

  [[nodiscard]] int step_of_choice(std::size_t choice) const { return choices_.at(choice); }
  [[nodiscard]] int step_of(ThreadPosition place) const { return find(places_, place); }
  [[nodiscard]] int thread_of(ThreadPosition place) const { return find(waiting_, place); }

 private:
  static int find(const std::vector<ThreadPosition>& places, ThreadPosition place) {
    const auto found = std::ranges::find(places, place);
    return found == places.end() ? -1 : static_cast<int>(found - places.begin());
  }

  std::vector<ThreadPosition> places_;   // by event
  std::vector<int> choices_;             // event of each choice
  std::vector<ThreadPosition> waiting_;  // pending event at the end, by thread
};

// Adds the steps and the schedule of the passing execution.
void report_passing(const SearchRequest& request, Machine& machine, const Execution& execution,
                    const std::vector<Transition>& transitions, bool source_locations,
                    const TrialRuns& trials, DecisiveStep& decisive_step) {
  TransitionReplay follow(transitions);
  const CapturedOutput output(machine);
  machine.capture_locations(source_locations);
  const SearchReport report = trials.run(follow, {.executions = 1});
  machine.capture_locations(false);
  if (!report.failures.empty() || !execution.all_finished()) return;
  decisive_step.schedule = to_token(schedule_of(request, choices_of(execution)));
  decisive_step.passing =
      report_failure(execution, machine, {}, ReportNames::Baseline::kLastReport).trace;
}

}  // namespace

std::string minimised_text(const Minimised& minimised) {
  if (minimised.simplest) return kSimplestSchedule;
  if (minimised.fewest_preemptions())
    return "fewest preemptions; not all were compared that have as many";
  return "not all schedules with fewer preemptions were tried: raise --minimise";
}

std::optional<DecisiveStep> report_decisive_pair(const SearchRequest& request, Machine& machine,
                                                 FailureTrialRuns& trials,
                                                 const std::vector<Transition>& transitions,
                                                 TrialBudget& budget, bool source_locations) {
  const Execution& execution = trials.trials().execution;
  const StepNumbers step_numbers(execution);
  const std::optional<DecisivePair> found =
      find_decisive_pair(trials.trials(), transitions, budget);
  if (!found || !trials.may_run_others()) return std::nullopt;
  DecisiveStep decisive_step{.certain = found->certain && machine.unexplored_orders().empty()};
  if (!found->choice) return decisive_step;
  decisive_step.step = step_numbers.step_of_choice(*found->choice);
  if (found->rival_step) {
    decisive_step.first = decisive_step.step;
    decisive_step.second = step_numbers.step_of(*found->rival_step);
    if (decisive_step.second < 0)
      decisive_step.waiting = step_numbers.thread_of(*found->rival_step);
  }
  report_passing(request, machine, execution, found->passing, source_locations, trials.trials(),
                 decisive_step);
  return decisive_step;
}

}  // namespace mcheck
