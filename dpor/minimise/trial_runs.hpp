// SPDX-License-Identifier: MIT
// Trial runs: a program is run again and again, within a budget, to learn more of one failure.
//
// The budget has two parts, time and steps, so that what is found in time does not depend on the
// speed of the machine.
#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/search/driver/search.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

// Counts processor time, so that a busy machine finds the same; wall-clock time may be four times
// as much.
class TrialBudget {
 public:
  TrialBudget(double seconds, std::uint64_t steps)
      : wall_deadline_(Clock::now() + to_duration(kWallTimeFactor * seconds)),
        processor_deadline_(processor_seconds() + seconds),
        steps_left_(steps) {}

  void spend(std::uint64_t steps) {
    steps = std::min(steps_left_, steps);
    steps_left_ -= steps;
    steps_spent_ += steps;
  }
  [[nodiscard]] std::uint64_t spent() const { return steps_spent_; }
  // Whether the budget is spent, with this many steps that were not charged yet.
  [[nodiscard]] bool is_spent(std::uint64_t uncharged = 0) const {
    return uncharged >= steps_left_ || processor_seconds() >= processor_deadline_ ||
           Clock::now() >= wall_deadline_;
  }
  // This share of what remains.
  [[nodiscard]] TrialBudget part(double share) const {
    return {share * (processor_deadline_ - processor_seconds()),
            static_cast<std::uint64_t>(share * static_cast<double>(steps_left_))};
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kWallTimeFactor = 4;

  static Clock::duration to_duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  static double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  Clock::time_point wall_deadline_;
  double processor_deadline_;
  std::uint64_t steps_left_;
  std::uint64_t steps_spent_ = 0;
};

struct TrialRuns {
  const Execution& execution;  // the last one that ran
  // Runs the strategy with these limits.
  std::function<SearchReport(Strategy&, SearchOptions)> run;
  // Whether a failure may be the one in question, as far as can be decided at once; and whether a
  // schedule reproduces it, which is run alone and examined closely.
  std::function<bool(const Failure&)> may_be_same;
  std::function<bool(const std::vector<Transition>&)> reproduces;
  // Whether a stop was requested, whatever the budget. May be empty.
  std::function<bool()> stopped{};

  // Runs the strategy until the budget is spent or an execution matches; `matches` is called after
  // each.
  using Predicate = std::function<bool(Ending, const std::optional<Failure>&)>;
  enum class Outcome : std::uint8_t { kFound, kExhausted, kBudgetSpent };
  Outcome run_until_match(Strategy& strategy, TrialBudget& budget, const Predicate& matches) const;
};

}  // namespace mcheck
