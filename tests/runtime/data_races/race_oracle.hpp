// SPDX-License-Identifier: MIT
// Decides naively whether a small program has a data race: enumerates all interleavings, in each of
// them the edges that the standard names, pair by pair, and then the transitive closure. It
// includes nothing of mcheck.
#pragma once

#include "tests/runtime/data_races/race_programs.hpp"

namespace race_programs {

// In some sequentially consistent execution two accesses conflict, one of them is plain, and
// neither happens before the other. `complete` is false if there are more than `most`
// interleavings.
struct Judgement {
  bool races = false;
  bool complete = true;
  int interleavings = 0;
};
[[nodiscard]] Judgement judge(const Program& program, int most);

}  // namespace race_programs
