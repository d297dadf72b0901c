// SPDX-License-Identifier: MIT
// The oracle of searches without reduction: all schedules of a table program, one by one, by
// recursion over copied machines (machine.hpp). It uses nothing of mcheck.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tests/support/table/table.hpp"

namespace table {

struct Enumeration {
  std::uint64_t schedules = 0;
  std::uint64_t deadlocks = 0;                        // of these: some thread waits for ever
  bool complete = true;                               // false: counting stopped at `limit`
  std::map<std::string, std::uint64_t> final_states;  // and how many schedules end there
};

// Enumerates schedules with at most `bound` preemptions; below 0: all.
[[nodiscard]] Enumeration enumerate(const Program& program, int bound, std::uint64_t limit);

}  // namespace table
