// SPDX-License-Identifier: MIT
#include "dpor/minimise.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dpor/guided.hpp"
#include "dpor/preemptions.hpp"

namespace mcheck {
namespace {

// Beyond these limits the cheapest order of a trace takes too long to find.
constexpr std::uint32_t kMostPreemptions = 4;
constexpr std::size_t kMostEvents = 400;

class Minimiser {
 public:
  Minimiser(const Trials& trials, TrialBudget& budget, Canary canary)
      : trials_(trials), budget_(budget), canary_(canary) {}

  Minimised run(const std::vector<Move>& moves) {
    note(moves);
    try_same_trace();
    if (best_.cost.preemptions > 1) leave_out_preemptions();
    try_same_trace();
    if (!try_bounds_below()) return std::move(best_);
    best_.at_least = best_.cost.preemptions;
    best_.plainest = canary_ == Canary::kStopsEarly || fewer_switches();
    return std::move(best_);
  }

 private:
  // The last execution shows the failure, and is the best so far.
  void note(const std::vector<Move>& moves) {
    best_.moves = moves;
    best_.cost = cost_of(trials_.execution);
    guide_ = Guide(trials_.execution);
    places_ = preemption_places(trials_.execution);
  }

  bool take_if_better(const std::vector<Move>& moves) {
    const bool shown = trials_.shows(moves);
    budget_.spend(trials_.execution.events().size());
    if (!shown || cost_of(trials_.execution) >= best_.cost) return false;
    note(moves);
    return true;
  }

  // REQUIRES: the last execution shows the failure.
  void try_same_trace() {
    const std::uint32_t most = trials_.execution.preemptions();
    if (most == 0 || trials_.execution.events().size() > kMostEvents) return;
    const auto cheap = cheapest_schedule(trials_.execution, std::min(most, kMostPreemptions));
    if (!cheap || cheap->preemptions > most || take_if_better(cheap->moves)) return;
    (void)trials_.shows(best_.moves);
  }

  // The running thread continues, except at some of the positions at which it was preempted.
  void leave_out_preemptions() {
    std::size_t parts = 1;
    while (!places_.empty() && parts <= places_.size()) {
      const std::size_t size = (places_.size() + parts - 1) / parts;
      bool better = false;
      for (std::size_t begin = 0; begin < places_.size() && !better; begin += size) {
        if (budget_.is_spent()) return (void)trials_.shows(best_.moves);
        better = goes_without(begin, std::min(begin + size, places_.size()));
      }
      parts = better ? std::max<std::size_t>(parts - 1, 1) : parts * 2;
    }
    (void)trials_.shows(best_.moves);
  }

  bool goes_without(std::size_t begin, std::size_t end) {
    Departure departure{.stays_from = 0, .leaves_at = places_};
    departure.leaves_at.erase(departure.leaves_at.begin() + static_cast<std::ptrdiff_t>(begin),
                              departure.leaves_at.begin() + static_cast<std::ptrdiff_t>(end));
    const Guide guide = guide_;
    Guided guided(guide, std::move(departure));
    std::optional<std::vector<Move>> moves = find(guided, budget_).moves;
    return moves && take_if_better(*moves);
  }

  struct Found {
    Trials::Outcome outcome = Trials::Outcome::kSpent;
    std::optional<std::vector<Move>> moves;
  };

  // Searches for an execution that may show the failure, at a lower cost.
  Found find(Strategy& strategy, TrialBudget& budget) {
    Found found;
    found.outcome =
        trials_.look(strategy, budget, [&](Ending ending, const std::optional<Failure>& failure) {
          if (ending != Ending::kFailed || !trials_.alike(*failure)) return false;
          if (cost_of(trials_.execution) >= best_.cost) return false;
          found.moves = moves_of(trials_.execution);
          return true;
        });
    return found;
  }

  // Searches one bound after the other. False: the budget ended before all schedules below the best
  // were seen.
  bool try_bounds_below() {
    const std::uint32_t spared = canary_ == Canary::kStopsEarly ? 1 : 0;
    for (; best_.at_least + spared < best_.cost.preemptions; ++best_.at_least) {
      const Guide guide = guide_;
      StateSearch search(StateSearch::Wanted::kBounded, best_.at_least, guide);
      Found found;
      do {
        found = find(search, budget_);
      } while (found.outcome == Trials::Outcome::kFound && !take_if_better(*found.moves));
      if (found.outcome == Trials::Outcome::kSpent) return false;
      if (found.outcome == Trials::Outcome::kFound) return true;
    }
    return true;
  }

  // Searches among schedules with as many preemptions. False: not all were seen.
  bool fewer_switches() {
    const Guide guide = guide_;
    StateSearch search(StateSearch::Wanted::kCheapest, best_.cost.preemptions, guide);
    for (;;) {
      search.must_beat(best_.cost);
      const Found found = find(search, budget_);
      if (found.outcome != Trials::Outcome::kFound) {
        return found.outcome == Trials::Outcome::kNothingLeft;
      }
      (void)take_if_better(*found.moves);
    }
  }

  const Trials& trials_;
  TrialBudget& budget_;
  Canary canary_;
  Minimised best_;
  Guide guide_;                      // of the best schedule
  std::vector<ThreadPlace> places_;  // of the best schedule
};

}  // namespace

Minimised minimise(const Trials& trials, const std::vector<Move>& moves, TrialBudget& budget,
                   Canary canary) {
  return Minimiser(trials, budget, canary).run(moves);
}

}  // namespace mcheck
