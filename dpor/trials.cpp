// SPDX-License-Identifier: MIT
#include "dpor/trials.hpp"

namespace mcheck {

Trials::Outcome Trials::look(Strategy& strategy, TrialBudget& budget, const Wanted& wanted) const {
  bool found = false;
  bool spent = budget.is_spent();
  if (spent) return Outcome::kSpent;
  SearchOptions options{.stop_after = 0};
  options.on_end = [&](Ending ending, const std::optional<Failure>& failure) {
    found = wanted(ending, failure);
  };
  options.pause = [&](const SearchReport& report) {
    spent = budget.is_spent(report.events);
    return found || spent;
  };
  const SearchReport report = run(strategy, options);
  budget.spend(report.events);
  if (found) return Outcome::kFound;
  return spent || report.stop != SearchReport::Stop::kExhausted ? Outcome::kSpent
                                                                : Outcome::kNothingLeft;
}

}  // namespace mcheck
