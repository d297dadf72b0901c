// SPDX-License-Identifier: MIT
#include "dpor/minimise/trial_runs.hpp"

namespace mcheck {

TrialRuns::Outcome TrialRuns::run_until_match(Strategy& strategy, TrialBudget& budget,
                                              const Predicate& matches) const {
  const auto must_stop = [&](std::uint64_t steps) {
    return budget.is_spent(steps) || (stopped && stopped());
  };
  bool found = false;
  bool spent = must_stop(0);
  if (spent) return Outcome::kBudgetSpent;
  SearchOptions options{.stop_after = 0};
  options.on_end = [&](Ending ending, const std::optional<Failure>& failure) {
    found = matches(ending, failure);
  };
  options.pause = [&](const SearchReport& report) {
    spent = must_stop(report.events);
    return found || spent;
  };
  const SearchReport report = run(strategy, options);
  budget.spend(report.events);
  if (found) return Outcome::kFound;
  return spent || report.stop != SearchReport::Stop::kExhausted ? Outcome::kBudgetSpent
                                                                : Outcome::kExhausted;
}

}  // namespace mcheck
