// SPDX-License-Identifier: MIT
// A reduction held against the oracle of reductions (tests/support/classes.hpp), which shares no
// code with it: the same classes, each exactly once, with the same ends, and nothing in vain.
#pragma once

#include <cstdint>
#include <string>

#include "engine/search/strategy.hpp"
#include "tests/support/classes.hpp"

namespace agreement {

struct Expected {
  table::Relation relation = table::Relation::kReadWrite;
  bool nothing_in_vain = true;  // no execution that is begun and found to be redundant
};

// Everything that is wrong, in words; empty if nothing is.
[[nodiscard]] std::string disagreement(const table::Program& program, mcheck::Strategy& strategy,
                                       const table::ClassSet& oracle, Expected expected);

// The same for a bound: every class that depth-first search reaches within the bound is among what
// the strategy runs, none twice. `optimum` and `took` are added to.
struct BoundedCost {
  std::uint64_t optimum = 0;
  std::uint64_t took = 0;
};
[[nodiscard]] std::string bounded_disagreement(const table::Program& program,
                                               mcheck::Strategy& strategy, int bound,
                                               BoundedCost& cost);

}  // namespace agreement
