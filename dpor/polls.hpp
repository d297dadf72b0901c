// SPDX-License-Identifier: MIT
// What searches say that do not know of threads that poll (docs/algorithms/spin_loops.md).
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
