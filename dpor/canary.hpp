// SPDX-License-Identifier: MIT
// Wrong on purpose, for tests: each value takes one thing out of a reduction that it cannot do
// without. A test that compares reductions with brute force has to notice every one of them; if it
// does not, it would not notice a real mistake either (tests/dpor/canaries_test.cpp).
#pragma once

#include <cstdint>

namespace mcheck {

enum class Canary : std::uint8_t {
  kHealthy,  // as it should be
  // Trust
  kDeletesSources,  // deletes what a revisit was made from
  kForgetsPins,     // what decided to stay blocked may be revisited all the same
  kForgetsBlocked,  // does not ask what is blocked when an execution ends; OptimalDpor, too
  // OptimalDpor
  kCutsSequences,   // keeps of a reversed execution only what came before the second event
  kNeverWakes,      // what sleeps goes on to sleep whatever happens
  kIgnoresChoices,  // reverses races with what a step did only, not with its other data choices
  // minimise
  kStopsEarly,  // is content with one preemption more than it could do with
};

}  // namespace mcheck
