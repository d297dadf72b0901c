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

#include "engine/search/moves.hpp"
#include "engine/search/search.hpp"

namespace mcheck {

// Counts processor time, so that a busy machine finds the same; wall-clock time may be four times
// as much.
class TrialBudget {
 public:
  TrialBudget(double seconds, std::uint64_t steps)
      : end_(Clock::now() + length(kLongest * seconds)),
        used_up_(processor_seconds() + seconds),
        steps_(steps) {}

  void spend(std::uint64_t steps) {
    steps = std::min(steps_, steps);
    steps_ -= steps;
    spent_ += steps;
  }
  [[nodiscard]] std::uint64_t spent() const { return spent_; }
  // Whether the budget is spent, with this many steps that were not charged yet.
  [[nodiscard]] bool is_spent(std::uint64_t more = 0) const {
    return more >= steps_ || processor_seconds() >= used_up_ || Clock::now() >= end_;
  }
  // This share of what remains.
  [[nodiscard]] TrialBudget part(double share) const {
    return {share * (used_up_ - processor_seconds()),
            static_cast<std::uint64_t>(share * static_cast<double>(steps_))};
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kLongest = 4;

  static Clock::duration length(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  static double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  Clock::time_point end_;
  double used_up_;
  std::uint64_t steps_;
  std::uint64_t spent_ = 0;
};

struct Trials {
  const Execution& execution;  // the last one that ran
  // Runs the strategy with these limits.
  std::function<SearchReport(Strategy&, SearchOptions)> run;
  // Whether a failure may be the one in question, as far as can be decided at once; and whether a
  // schedule reproduces it, which is run alone and examined closely.
  std::function<bool(const Failure&)> alike;
  std::function<bool(const std::vector<Move>&)> shows;
  // Whether a stop was requested, whatever the budget. May be empty.
  std::function<bool()> stopped{};

  // Runs the strategy until the budget is spent or an execution matches; `matches` is called after
  // each.
  using Wanted = std::function<bool(Ending, const std::optional<Failure>&)>;
  enum class Outcome : std::uint8_t { kFound, kNothingLeft, kSpent };
  Outcome look(Strategy& strategy, TrialBudget& budget, const Wanted& wanted) const;
};

}  // namespace mcheck
