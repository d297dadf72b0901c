// SPDX-License-Identifier: MIT
// Runs a loop that counts its iterations to its end in one step: `while (--spin >= 0) if (try())
// return;` (docs/algorithms/spin_loops.md). Two iterations are equal if they reach the same
// operation with the same memory except a few words of the thread's own stack, which change by the
// same difference in each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/runtime/machine.hpp"

namespace mcheck {

class CountedTurns {
 public:
  // Takes a snapshot of memory; what the thread does from now on is a trial.
  CountedTurns(Machine& machine, ThreadId thread);
  ~CountedTurns();
  CountedTurns(const CountedTurns&) = delete;
  CountedTurns& operator=(const CountedTurns&) = delete;

  // A hash of the difference of the stack from then; 0: there is none, or it is too large.
  [[nodiscard]] static std::uint64_t since(Machine& machine, const WatchedStep& then);

  // How many iterations are equal; afterwards everything is as before.
  [[nodiscard]] std::uint64_t count(const Outcome& outcome, std::uint32_t version);
  // Performs that many. False: they would not be equal, and everything is as before.
  bool take(std::uint64_t turns, const Outcome& outcome, std::uint32_t version);
  // See Executor::compare_loop_exits.
  bool compare_exits(const Executor::LoopExit& exit);

 private:
  struct Exit {
    Step::Kind kind{};
    Operation operation;
    std::uint64_t counted_by = 0;
  };

  void begin(const Outcome& outcome, std::uint32_t version);
  void take_back();
  bool turn(const Outcome& outcome);
  [[nodiscard]] std::uint64_t note_difference();
  void keep_stack();
  [[nodiscard]] bool is_like(const World::Save& then, std::size_t words);
  std::uint64_t turn_by(const Outcome& outcome, std::uint32_t version);
  [[nodiscard]] Exit exit_with(const Outcome& outcome, std::uint32_t version);
  [[nodiscard]] std::uint64_t turns_left(const Executor::LoopExit& exit);
  [[nodiscard]] bool exits_alike_after(std::uint64_t turns, const Executor::LoopExit& exit);
  [[nodiscard]] bool differs_as_count(std::span<const std::byte> stack, std::uint64_t turns);

  Machine& machine_;
  ThreadId thread_;
  Resident& resident_;
  Operation wanted_;
  Step announced_;
  std::int64_t time_;
  std::uint32_t event_;
  bool capturing_;
  CallFrames noted_;
  Decider* decider_;
  bool orders_ = false;               // pauses within iterations are checked, too
  std::vector<std::byte> after_two_;  // at the end of the loop
  std::vector<std::byte> after_four_;
  std::vector<std::byte> stack_;  // at the beginning of the iteration
};

}  // namespace mcheck
