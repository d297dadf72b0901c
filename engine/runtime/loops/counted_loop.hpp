// SPDX-License-Identifier: MIT
// Runs a loop that counts its iterations to its end in one step: `while (--spin >= 0) if (try())
// return;` (docs/algorithms/spin_loops.md). Two iterations are equal if they reach the same
// operation with the same memory except a few words of the thread's own stack, which change by the
// same difference in each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

class CountedLoop {
 public:
  // Takes a snapshot of memory; what the thread does from now on is a trial.
  CountedLoop(Machine& machine, ThreadId thread);
  ~CountedLoop();
  CountedLoop(const CountedLoop&) = delete;
  CountedLoop& operator=(const CountedLoop&) = delete;

  // A hash of the difference of the stack from then; 0: there is none, or it is too large.
  [[nodiscard]] static std::uint64_t difference_since(Machine& machine, const WatchedStep& then);

  // How many iterations are equal; afterwards everything is as before.
  [[nodiscard]] std::uint64_t count(const Outcome& outcome, std::uint32_t version);
  // Performs that many. False: they would not be equal, and everything is as before.
  bool run_iterations(std::uint64_t iterations, const Outcome& outcome, std::uint32_t version);
  // See Executor::compare_loop_exits.
  bool compare_exits(const Executor::LoopExit& exit);

 private:
  struct Exit {
    Step::Kind kind{};
    Operation operation;
    std::uint64_t counted_by = 0;
  };

  void begin(const Outcome& outcome, std::uint32_t version);
  void restore();
  bool run_iteration(const Outcome& outcome);
  [[nodiscard]] std::uint64_t take_difference();
  void save_stack();
  [[nodiscard]] bool equals_but_for_words(const ProgramMemory::Snapshot& then, std::size_t words);
  std::uint64_t iteration_difference(const Outcome& outcome, std::uint32_t version);
  [[nodiscard]] Exit exit_with(const Outcome& outcome, std::uint32_t version);
  [[nodiscard]] std::uint64_t iterations_left(const Executor::LoopExit& exit, std::uint64_t most);
  [[nodiscard]] bool exits_equal_after(std::uint64_t iterations, const Executor::LoopExit& exit);
  [[nodiscard]] bool differs_by_count(std::span<const std::byte> stack, std::uint64_t iterations);

  Machine& machine_;
  ThreadId thread_;
  ThreadContext& context_;
  Operation operation_;
  Step step_before_;
  std::int64_t time_;
  std::uint32_t event_;
  bool capturing_;
  CallFrames frames_before_;
  InlineScheduler* inline_scheduler_;
  bool judges_pauses_ = false;              // pauses within iterations are checked, too
  std::vector<std::byte> stack_after_two_;  // at the end of the loop
  std::vector<std::byte> stack_after_four_;
  std::vector<std::byte> stack_;  // at the beginning of the iteration
};

}  // namespace mcheck
