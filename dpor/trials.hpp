// SPDX-License-Identifier: MIT
// Running a program again and again to learn more of one failure, within a budget.
//
// The budget has two sides: time, and steps, so that what is found in time does not depend on how
// fast the machine is.
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

// Counts the processor's time, so that a busy machine finds the same; of the day's, four times as
// much at most.
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
  // With so much done since it was spent last.
  [[nodiscard]] bool is_spent(std::uint64_t more = 0) const {
    return more >= steps_ || processor_seconds() >= used_up_ || Clock::now() >= end_;
  }
  // This share of what is left.
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
  const Execution& execution;  // the one that was run last
  // Runs what the strategy says, with these limits.
  std::function<SearchReport(Strategy&, SearchOptions)> run;
  // Whether a failure can be the one that is looked at, as far as can be told at once; and whether
  // a schedule shows it, when it is run by itself and looked at closely.
  std::function<bool(const Failure&)> alike;
  std::function<bool(const std::vector<Move>&)> shows;
  // Whether somebody waits for an answer, whatever the budget. May be empty.
  std::function<bool()> stopped{};

  // Runs it until the budget is spent, or what it came to is wanted: asked after each execution.
  using Wanted = std::function<bool(Ending, const std::optional<Failure>&)>;
  enum class Outcome : std::uint8_t { kFound, kNothingLeft, kSpent };
  Outcome look(Strategy& strategy, TrialBudget& budget, const Wanted& wanted) const;
};

}  // namespace mcheck
