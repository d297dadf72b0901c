// SPDX-License-Identifier: MIT
// The remark of strategies that do not handle spinning threads (docs/algorithms/spin_loops.md).
#pragma once

#include <string>

namespace mcheck {

// For Strategy::why_not_exhaustive.
inline std::string spin_limitation(bool spin_found) {
  return spin_found
             ? "a thread spins, and this strategy cannot search that completely: use --strategy "
               "trust"
             : "";
}

}  // namespace mcheck
