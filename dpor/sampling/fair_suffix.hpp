// SPDX-License-Identifier: MIT
// A fair suffix for sampled executions in which threads spin: `while (!flag.load()) {}` repeats as
// long as the thread that sets the flag is not chosen, and priorities may never choose it.
//
// Idea     An execution that is much longer than others that finished most likely spins. From there
//          on the thread that has not run for the longest time runs: every enabled thread runs
//          again and again, and a lock that is released goes to the thread that waited longest. A
//          loop that does not end then is endless.
// Begins   At 10 times the length of the shortest execution that finished, but not before step 500,
//          so that no short program gets there, and not after half of --steps, so that the suffix
//          has room. The shortest, because longer ones may contain spinning.
// Limits   The guarantees of a strategy do not hold for executions that get here.
// Oracle   tests/dpor/sampling/fair_suffix_test.cpp: programs that spin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

// An enabled thread, and where its outcomes are among the alternatives.
struct EnabledThread {
  ThreadId thread{};
  std::uint32_t first_alternative = 0;
  std::uint32_t outcomes = 0;
};

class FairSuffix {
 public:
  explicit FairSuffix(std::uint64_t step_limit);

  // The step at which the suffix begins.
  [[nodiscard]] std::uint64_t begin_step() const { return begin_step_; }
  // The thread that has not run for the longest time. One that has just yielded thereby comes last.
  [[nodiscard]] static std::size_t choose(const Execution& execution,
                                          std::span<const EnabledThread> enabled);
  // An execution of this many steps has finished.
  void note_finished(std::uint64_t steps);

 private:
  void update_begin_step();

  std::uint64_t step_limit_;
  std::uint64_t begin_step_ = 0;
  std::uint64_t shortest_finished_ = 0;  // 0: none yet
};

}  // namespace mcheck
