// SPDX-License-Identifier: MIT
#include "engine/host/turning_report.hpp"

#include "dpor/replay.hpp"
#include "dpor/turning.hpp"
#include "engine/host/failure_report.hpp"
#include "engine/host/output.hpp"

namespace mcheck {
namespace {

// Maps choices and events to step numbers of a report.
class Numbers {
 public:
  explicit Numbers(const Execution& execution) {
    int number = 0;
    for (const Event& event : execution.events()) {
      places_.push_back({.thread = event.thread, .event = event.index});
      if (!event.eager) choices_.push_back(number);
      ++number;
    }
    for (const ThreadRecord& record : execution.threads()) waiting_.push_back(place_of(record));
  }

  [[nodiscard]] int of_choice(std::size_t choice) const { return choices_.at(choice); }
  [[nodiscard]] int of(ThreadPlace place) const { return find(places_, place); }
  [[nodiscard]] int of_waiting(ThreadPlace place) const { return find(waiting_, place); }

 private:
  static int find(const std::vector<ThreadPlace>& places, ThreadPlace place) {
    const auto found = std::ranges::find(places, place);
    return found == places.end() ? -1 : static_cast<int>(found - places.begin());
  }

  std::vector<ThreadPlace> places_;   // by event
  std::vector<int> choices_;          // event of each choice
  std::vector<ThreadPlace> waiting_;  // pending event at the end, by thread
};

// Adds the steps and the schedule of the passing execution.
void tell_passing(const Searched& searched, Machine& machine, const Execution& execution,
                  const std::vector<Move>& moves, bool source_places, const Trials& trials,
                  TurningPoint& turning) {
  Follow follow(moves);
  const CapturedOutput output(machine);
  machine.capture_places(source_places);
  const SearchReport report = trials.run(follow, {.executions = 1});
  machine.capture_places(false);
  if (!report.failures.empty() || !execution.all_finished()) return;
  turning.schedule = to_token(schedule_of(searched, choices_of(execution)));
  turning.passing = report_failure(execution, machine, {}, ToldNames::After::kTheLastReport).trace;
}

}  // namespace

std::string minimised_text(const Minimised& minimised) {
  if (minimised.plainest) return "fewest preemptions, then fewest switches, then fewest steps";
  if (minimised.fewest_preemptions())
    return "fewest preemptions; not all were compared that have as many";
  return "not all schedules with fewer preemptions were tried: raise --minimise";
}

std::optional<TurningPoint> tell_turning(const Searched& searched, Machine& machine,
                                         FailureTrials& trials, const std::vector<Move>& moves,
                                         TrialBudget& budget, bool source_places) {
  const Execution& execution = trials.trials().execution;
  const Numbers numbers(execution);
  const std::optional<Turning> found = find_turning(trials.trials(), moves, budget);
  if (!found || !trials.may_look()) return std::nullopt;
  TurningPoint turning{.certain = found->certain && machine.unordered().empty()};
  if (!found->choice) return turning;
  turning.step = numbers.of_choice(*found->choice);
  if (found->instead) {
    turning.first = turning.step;
    turning.second = numbers.of(*found->instead);
    if (turning.second < 0) turning.waiting = numbers.of_waiting(*found->instead);
  }
  tell_passing(searched, machine, execution, found->passing, source_places, trials.trials(),
               turning);
  return turning;
}

}  // namespace mcheck
