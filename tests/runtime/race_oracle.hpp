// SPDX-License-Identifier: MIT
// Whether a small program has a data race, found the slow way: all interleavings one after another,
// and in each the edges that the standard names, pair by pair, and then all that can be reached.
// It includes nothing of mcheck.
#pragma once

#include "tests/runtime/race_programs.hpp"

namespace race_programs {

// In some sequentially consistent execution two accesses conflict, one of them is plain, and
// neither happens before the other. False in `complete`: there are more than `most` interleavings.
struct Judgement {
  bool races = false;
  bool complete = true;
  int interleavings = 0;
};
[[nodiscard]] Judgement judge(const Program& program, int most);

}  // namespace race_programs
