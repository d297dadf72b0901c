// SPDX-License-Identifier: MIT
// The host's side of class tests (<mcheck/classes.hpp>): the classes that the program describes,
// and the judge of what the calls of a test gave back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <mcheck/detail/classes/calls.hpp>

#include "engine/trace/failures/failure.hpp"

namespace mcheck {

// The tables of operations, in order of registration; none: the program has no class tests.
[[nodiscard]] std::span<const char* const> registered_class_tables();

class CallJudge {
 public:
  virtual ~CallJudge() = default;
  // At the end of a test, in the middle of a thread of the program. No value: the results are
  // accepted.
  virtual std::optional<Failure> judge(std::span<const mcheck_call_result> results) = 0;
};

// For the executions that follow. Null: all results are accepted.
void set_call_judge(CallJudge* judge);
// Whether the threads take turns, one call at a time: in every order that keeps each thread's own,
// or in any. With kUntilTheyWait the strategy gives the turns, and a turn also ends where a call
// waits (engine/host/classes/split_calls.hpp).
enum class Turns : std::uint8_t { kOff, kInProgramOrder, kInAnyOrder, kUntilTheyWait };
void set_calls_take_turns(Turns turns);
// Whether a class test has begun since then.
[[nodiscard]] bool calls_took_turns();

}  // namespace mcheck
