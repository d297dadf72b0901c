// SPDX-License-Identifier: MIT
// Infinite executions of a table, by brute force: all states, and for each set of threads whether
// exactly they can run for ever, each again and again, while no other thread is enabled.
//
// A cycle is wrong if some thread that runs in it passes no progress mark; or, where programs may
// run for ever, if some thread does nothing but spin: its steps change nothing that others see, and
// some of them lead it alone back to where it was. In both cases also if some thread waits for a
// lock all the time.
#pragma once

#include <cstddef>

#include "tests/support/table/table.hpp"

namespace table {

struct InfiniteExecutions {
  bool complete = false;  // there were no more states than the limit
  std::size_t states = 0;
  bool has_deadlock = false;
  bool has_cycle = false;       // fair or not
  bool lacks_progress = false;  // there is a fair cycle, wrong for lack of progress
  bool starves = false;         // there is a fair cycle, wrong even where programs may run for ever
};

[[nodiscard]] InfiniteExecutions find_infinite_executions(const Program& program,
                                                          std::size_t most_states);

}  // namespace table
