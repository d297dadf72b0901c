// SPDX-License-Identifier: MIT
// The oracle: all schedules of a table program, by plain recursion over copied states. It has its
// own idea of what every statement means and uses nothing of mcheck.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tests/support/table.hpp"

namespace table {

struct Enumeration {
  std::uint64_t schedules = 0;
  std::uint64_t deadlocks = 0;  // of these
  bool complete = true;         // false: more than `limit`, and counting stopped
  std::map<std::string, std::uint64_t> final_states;  // and how many schedules end there
};

// Schedules with at most `bound` preemptions; below 0: all.
[[nodiscard]] Enumeration enumerate(const Program& program, int bound, std::uint64_t limit);

}  // namespace table
