// SPDX-License-Identifier: MIT
#include "dpor/trials.hpp"

namespace mcheck {

Trials::Outcome Trials::look(Strategy& strategy, TrialBudget& budget, const Wanted& wanted) const {
  const auto is_over = [&](std::uint64_t steps) {
    return budget.is_spent(steps) || (stopped && stopped());
  };
  bool found = false;
  bool spent = is_over(0);
  if (spent) return Outcome::kSpent;
  SearchOptions options{.stop_after = 0};
  options.on_end = [&](Ending ending, const std::optional<Failure>& failure) {
    found = wanted(ending, failure);
  };
  options.pause = [&](const SearchReport& report) {
    spent = is_over(report.events);
    return found || spent;
  };
  const SearchReport report = run(strategy, options);
  budget.spend(report.events);
  if (found) return Outcome::kFound;
  return spent || report.stop != SearchReport::Stop::kExhausted ? Outcome::kSpent
                                                                : Outcome::kNothingLeft;
}

}  // namespace mcheck
