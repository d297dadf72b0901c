// SPDX-License-Identifier: MIT
// Makes the judge of class tests wrong on purpose: comparisons with brute force have to notice each
// value.
#pragma once

#include <cstdint>

namespace mcheck {

enum class JudgeCanary : std::uint8_t {
  kHealthy,             // no fault
  kIgnoresReturns,      // accepts any order that gives the results
  kJudgesOneExecution,  // judges the execution that was run, not its class
  kForgetsAnOutcome,    // of the calls one at a time
  kKeepsCallsWhole,     // has no orders in which calls that wait are split
  kSplitsAnywhere,      // has orders in which all calls are split, everywhere
};
void set_judge_canary(JudgeCanary canary);
[[nodiscard]] JudgeCanary judge_canary();

}  // namespace mcheck
