// SPDX-License-Identifier: MIT
// Compares a reduction with the oracle of reductions (tests/support/oracle/classes.hpp), which
// shares no code with it: the same classes, each exactly once, with the same ends, and no redundant
// execution.
#pragma once

#include <cstdint>
#include <string>

#include "engine/search/strategy/strategy.hpp"
#include "tests/support/oracle/classes.hpp"

namespace agreement {

struct Expected {
  table::Relation relation = table::Relation::kReadWrite;
  bool no_redundant_executions = true;  // no execution turns out to be redundant
};

// Describes everything that is wrong; empty if nothing is.
[[nodiscard]] std::string disagreement(const table::Program& program, mcheck::Strategy& strategy,
                                       const table::ClassSet& oracle, Expected expected);

// The same for a bound: the strategy runs every class that depth-first search reaches within the
// bound, and none twice. Adds to `cost`.
struct BoundedCost {
  std::uint64_t classes_within_bound = 0;
  std::uint64_t executions_run = 0;
};
[[nodiscard]] std::string bounded_disagreement(const table::Program& program,
                                               mcheck::Strategy& strategy, int bound,
                                               BoundedCost& cost);

}  // namespace agreement
