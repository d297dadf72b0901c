// SPDX-License-Identifier: MIT
#include "dpor/minimise/minimise.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dpor/bounds/cheapest_schedule.hpp"
#include "dpor/minimise/neighbour_search.hpp"

namespace mcheck {
namespace {

// Beyond these limits the cheapest order of a trace takes too long to find.
constexpr std::uint32_t kMaxPreemptions = 4;
constexpr std::size_t kMaxEvents = 400;

class Minimiser {
 public:
  Minimiser(const TrialRuns& trial_runs, TrialBudget& budget, Canary canary)
      : trial_runs_(trial_runs), budget_(budget), canary_(canary) {}

  Minimised run(const std::vector<Transition>& transitions) {
    set_best(transitions);
    try_same_trace();
    if (best_.cost.preemptions > 1) drop_preemptions();
    try_same_trace();
    if (!search_lower_bounds()) return std::move(best_);
    best_.min_preemptions = best_.cost.preemptions;
    best_.simplest = canary_ == Canary::kOnePreemptionTooMany || search_fewer_switches();
    return std::move(best_);
  }

 private:
  // The last execution shows the failure, and is the best so far.
  void set_best(const std::vector<Transition>& transitions) {
    best_.transitions = transitions;
    best_.cost = cost_of(trial_runs_.execution);
    reference_ = ReferenceExecution(trial_runs_.execution);
    preemption_positions_ = preemption_positions(trial_runs_.execution);
  }

  bool take_if_better(const std::vector<Transition>& transitions) {
    const bool reproduced = trial_runs_.reproduces(transitions);
    budget_.spend(trial_runs_.execution.events().size());
    if (!reproduced || cost_of(trial_runs_.execution) >= best_.cost) return false;
    set_best(transitions);
    return true;
  }

  // REQUIRES: the last execution shows the failure.
  void try_same_trace() {
    const std::uint32_t current_preemptions = trial_runs_.execution.preemptions();
    if (current_preemptions == 0 || trial_runs_.execution.events().size() > kMaxEvents) return;
    const auto cheapest =
        cheapest_schedule(trial_runs_.execution, std::min(current_preemptions, kMaxPreemptions));
    if (!cheapest || cheapest->preemptions > current_preemptions ||
        take_if_better(cheapest->transitions))
      return;
    (void)trial_runs_.reproduces(best_.transitions);
  }

  // The running thread continues, except at some of the positions at which it was preempted.
  void drop_preemptions() {
    std::size_t chunks = 1;
    while (!preemption_positions_.empty() && chunks <= preemption_positions_.size()) {
      const std::size_t size = (preemption_positions_.size() + chunks - 1) / chunks;
      bool better = false;
      for (std::size_t begin = 0; begin < preemption_positions_.size() && !better; begin += size) {
        if (budget_.is_spent()) return (void)trial_runs_.reproduces(best_.transitions);
        better = try_without(begin, std::min(begin + size, preemption_positions_.size()));
      }
      chunks = better ? std::max<std::size_t>(chunks - 1, 1) : chunks * 2;
    }
    (void)trial_runs_.reproduces(best_.transitions);
  }

  bool try_without(std::size_t begin, std::size_t end) {
    Deviation deviation{.no_preemption_from = 0, .preempt_at = preemption_positions_};
    deviation.preempt_at.erase(deviation.preempt_at.begin() + static_cast<std::ptrdiff_t>(begin),
                               deviation.preempt_at.begin() + static_cast<std::ptrdiff_t>(end));
    const ReferenceExecution reference = reference_;
    NeighbourSearch neighbour(reference, std::move(deviation));
    std::optional<std::vector<Transition>> transitions = find(neighbour, budget_).transitions;
    return transitions && take_if_better(*transitions);
  }

  struct Found {
    TrialRuns::Outcome outcome = TrialRuns::Outcome::kBudgetSpent;
    std::optional<std::vector<Transition>> transitions;
  };

  // Searches for an execution that may show the failure, at a lower cost.
  Found find(Strategy& strategy, TrialBudget& budget) {
    Found found;
    found.outcome = trial_runs_.run_until_match(
        strategy, budget, [&](Ending ending, const std::optional<Failure>& failure) {
          if (ending != Ending::kFailed || !trial_runs_.may_be_same(*failure)) return false;
          if (cost_of(trial_runs_.execution) >= best_.cost) return false;
          found.transitions = transitions_of(trial_runs_.execution);
          return true;
        });
    return found;
  }

  // Searches one bound after the other. False: the budget ended before all schedules below the best
  // were seen.
  bool search_lower_bounds() {
    const std::uint32_t skipped_bounds = canary_ == Canary::kOnePreemptionTooMany ? 1 : 0;
    for (; best_.min_preemptions + skipped_bounds < best_.cost.preemptions;
         ++best_.min_preemptions) {
      const ReferenceExecution reference = reference_;
      StateSearch search(StateSearch::Goal::kBounded, best_.min_preemptions, reference);
      Found found;
      do {
        found = find(search, budget_);
      } while (found.outcome == TrialRuns::Outcome::kFound && !take_if_better(*found.transitions));
      if (found.outcome == TrialRuns::Outcome::kBudgetSpent) return false;
      if (found.outcome == TrialRuns::Outcome::kFound) return true;
    }
    return true;
  }

  // Searches among schedules with as many preemptions. False: not all were seen.
  bool search_fewer_switches() {
    const ReferenceExecution reference = reference_;
    StateSearch search(StateSearch::Goal::kCheapest, best_.cost.preemptions, reference);
    for (;;) {
      search.must_beat(best_.cost);
      const Found found = find(search, budget_);
      if (found.outcome != TrialRuns::Outcome::kFound) {
        return found.outcome == TrialRuns::Outcome::kExhausted;
      }
      (void)take_if_better(*found.transitions);
    }
  }

  const TrialRuns& trial_runs_;
  TrialBudget& budget_;
  Canary canary_;
  Minimised best_;
  ReferenceExecution reference_;                      // of the best schedule
  std::vector<ThreadPosition> preemption_positions_;  // of the best schedule
};

}  // namespace

Minimised minimise(const TrialRuns& trial_runs, const std::vector<Transition>& transitions,
                   TrialBudget& budget, Canary canary) {
  return Minimiser(trial_runs, budget, canary).run(transitions);
}

}  // namespace mcheck
