// SPDX-License-Identifier: MIT
// Canaries: each value makes a reduction wrong on purpose. A test that compares reductions with
// brute force has to notice every one of them; otherwise it would not notice a real mistake either
// (tests/dpor/reductions/canaries_test.cpp).
#pragma once

#include <cstdint>

namespace mcheck {

enum class Canary : std::uint8_t {
  kHealthy,  // no fault
  // Trust
  kDeletesRevisitSources,  // deletes the source of a revisit
  kForgetsPins,            // revisits operations that decided to stay blocked
  kForgetsBlocked,         // ignores operations that are blocked at the end; OptimalDpor, too
  // OptimalDpor
  kTruncatesSequences,  // keeps only what precedes the second event of a race
  kNeverWakes,          // never removes an action from a sleep set
  kIgnoresDataChoices,  // ignores races with another data choice of a step
  // minimise
  kOnePreemptionTooMany,  // accepts one preemption more than necessary
};

}  // namespace mcheck
