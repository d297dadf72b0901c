// SPDX-License-Identifier: MIT
// The remark of strategies that do not handle spinning threads (docs/algorithms/spin_loops.md).
#pragma once

#include <string>

namespace mcheck {

// For Strategy::why_not_exhaustive.
inline std::string not_exhaustive_if(bool polls) {
  return polls ? "a thread polls, and this strategy cannot search that completely: take --strategy "
                 "trust"
               : "";
}

}  // namespace mcheck
