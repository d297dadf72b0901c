// SPDX-License-Identifier: MIT
// The oracle of minimising and of decisive pairs: what the simplest schedule of a table program
// costs that ends in a given way, and whether any does that begins in a given way. By recursion
// over copied machines (machine.hpp), like enumerate.hpp; it uses nothing of mcheck.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "tests/support/oracle/classes.hpp"
#include "tests/support/table/final_state.hpp"
#include "tests/support/table/table.hpp"

namespace table {

using StatePredicate = std::function<bool(const FinalState&)>;

// The lower the simpler: first preemptions count, then switches, then steps.
struct Cost {
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;  // steps of another thread than the last; the first is one
  std::uint32_t steps = 0;

  friend auto operator<=>(const Cost&, const Cost&) = default;
};

struct SimplestSchedule {
  bool complete = true;         // false: the search stopped at `limit` schedules
  std::optional<Cost> minimum;  // of those that end so
};
[[nodiscard]] SimplestSchedule simplest(const Program& program, const StatePredicate& matches,
                                        std::uint64_t limit);

// The cost of this schedule. REQUIRES: it can be run.
[[nodiscard]] Cost cost_of(const Program& program, std::span<const ScheduleStep> schedule);

// Whether some execution that begins with these steps ends so. REQUIRES: they can be run.
[[nodiscard]] bool some_end_after(const Program& program, std::span<const ScheduleStep> schedule,
                                  const StatePredicate& matches);

}  // namespace table
