// SPDX-License-Identifier: MIT
// Brute force for calls that wait: random calls load and store two registers, and acquire and
// release a semaphore, some with a timeout. It simulates every interleaving of their steps,
// beginnings and returns, and tries every order of their requests and completions. It shares no
// code with the engine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/base/random.hpp"

namespace mcheck {

enum class StepKind : std::uint8_t { kLoad, kStore, kAcquire, kTimedAcquire, kRelease };

struct WaitingStep {
  StepKind kind = StepKind::kLoad;
  std::size_t which = 0;
  int value = 0;
};

// What each call does, by its number. The last one reads both registers.
inline constexpr std::size_t kWaitingPrograms = 6;
inline constexpr std::size_t kReadBothRegisters = kWaitingPrograms - 1;
using WaitingPrograms = std::array<std::vector<WaitingStep>, kWaitingPrograms>;
using WaitingCalls = std::vector<std::vector<std::size_t>>;  // by thread: programs

[[nodiscard]] WaitingPrograms random_waiting_programs(Random& random);
[[nodiscard]] WaitingCalls random_waiting_calls(Random& random);

// The object and the positions of the threads in it.
struct WaitingState {
  struct Position {
    std::size_t call = 0;
    std::size_t step = 0;  // of its program
    bool is_begun = false;
  };

  std::array<int, 2> memory{};
  int permits = 0;
  std::vector<Position> threads;
  std::vector<int> results;  // by call

  // REQUIRES: the step does not block.
  void run(const WaitingStep& step, int& result) {
    switch (step.kind) {
      case StepKind::kLoad: result = result * 4 + memory[step.which]; return;
      case StepKind::kStore: memory[step.which] = step.value; return;
      case StepKind::kAcquire: --permits; return;
      case StepKind::kRelease: ++permits; return;
      case StepKind::kTimedAcquire:
        result = result * 4 + (permits > 0 ? 1 : 0);
        if (permits > 0) --permits;
        return;
    }
  }
  [[nodiscard]] bool blocks(const WaitingStep& step) const {
    return step.kind == StepKind::kAcquire && permits == 0;
  }
  [[nodiscard]] bool would_wait(const WaitingStep& step) const {
    return permits == 0 &&
           (step.kind == StepKind::kAcquire || step.kind == StepKind::kTimedAcquire);
  }
};

// All histories of some calls, one after another.
class WaitingBruteForce {
 public:
  WaitingBruteForce(const WaitingPrograms& programs, const WaitingCalls& calls)
      : programs_(programs), calls_(calls) {
    for (const auto& thread : calls) {
      first_call_.push_back(call_count_);
      call_count_ += thread.size();
    }
    start_.threads.resize(calls.size());
    start_.results.resize(call_count_);
    state_ = start_;
    before_.resize(call_count_);
    returned_.resize(call_count_);
    WaitingState whole = start_;
    std::vector<bool> made(call_count_);
    find_stuck(whole, made);
    interleave();
  }

  // Whether some order gives the results of each history, and keeps returns; or only each thread.
  [[nodiscard]] bool is_linearizable() const { return is_linearizable_; }
  [[nodiscard]] bool is_sequential() const { return is_sequential_; }
  [[nodiscard]] bool explains_stuck() const { return explains_stuck_; }
  [[nodiscard]] std::size_t histories() const { return judged_.size(); }
  // Whether some history is explained by split calls, but not by whole ones.
  [[nodiscard]] bool needs_splits() const { return needs_splits_; }

 private:
  [[nodiscard]] bool is_done(const WaitingState& state, std::size_t t) const {
    return state.threads[t].call == calls_[t].size();
  }
  [[nodiscard]] std::size_t call_of(const WaitingState& state, std::size_t t) const {
    return first_call_[t] + state.threads[t].call;
  }
  [[nodiscard]] const std::vector<WaitingStep>& program_of(const WaitingState& state,
                                                           std::size_t t) const {
    return programs_[calls_[t][state.threads[t].call]];
  }

  // Runs the thread's next call, or the rest of the one in which it waits: until it returns, or
  // waits. False: it waits at once, and there is nothing else that it could do.
  bool run_turn(WaitingState& state, std::size_t t) const {
    auto& position = state.threads[t];
    const auto& program = program_of(state, t);
    int& result = state.results[call_of(state, t)];
    const bool continues = position.is_begun;
    bool is_first = true;
    position.is_begun = true;
    for (; position.step < program.size(); ++position.step) {
      const WaitingStep& step = program[position.step];
      if (state.blocks(step)) return !(is_first && continues);
      const bool gives_up = is_first && continues;
      if (state.would_wait(step) && !gives_up) return true;
      state.run(step, result);
      is_first = false;
    }
    ++position.call;
    position.step = 0;
    position.is_begun = false;
    return true;
  }

  // Runs the next call alone. False: it blocks.
  bool run_whole(WaitingState& state, std::size_t t) const {
    for (const WaitingStep& step : program_of(state, t)) {
      if (state.blocks(step)) return false;
      state.run(step, state.results[call_of(state, t)]);
    }
    ++state.threads[t].call;
    return true;
  }

  // The sets of calls after which, one at a time, every next call blocks.
  void find_stuck(const WaitingState& state, std::vector<bool>& made) {
    bool all_block = true;
    for (std::size_t t = 0; t < calls_.size(); ++t) {
      if (is_done(state, t)) continue;
      WaitingState next = state;
      const std::size_t call = call_of(state, t);
      if (!run_whole(next, t)) continue;
      all_block = false;
      made[call] = true;
      find_stuck(next, made);
      made[call] = false;
    }
    if (all_block) stuck_after_.insert(made);
  }

  void interleave() {
    bool any = false;
    bool is_unfinished = false;
    for (std::size_t t = 0; t < calls_.size(); ++t) {
      if (is_done(state_, t)) continue;
      is_unfinished = true;
      const auto& position = state_.threads[t];
      const auto& program = program_of(state_, t);
      const bool is_at_step = position.is_begun && position.step < program.size();
      if (is_at_step && state_.blocks(program[position.step])) continue;
      any = true;
      const auto kept = std::tuple(state_, before_, returned_);
      advance(t);
      interleave();
      std::tie(state_, before_, returned_) = kept;
    }
    if (any) return;
    if (!is_unfinished) return judge();
    explains_stuck_ = explains_stuck_ && stuck_after_.contains(returned_);
  }

  // Beginning, each step and return are moments of their own.
  void advance(std::size_t t) {
    auto& position = state_.threads[t];
    const std::size_t call = call_of(state_, t);
    const auto& program = program_of(state_, t);
    if (!position.is_begun) {
      position.is_begun = true;
      before_[call] = returned_;
    } else if (position.step < program.size()) {
      state_.run(program[position.step], state_.results[call]);
      ++position.step;
    } else {
      returned_[call] = true;
      ++position.call;
      position.step = 0;
      position.is_begun = false;
    }
  }

  void judge() {
    if (!judged_.insert(std::tuple(state_.results, state_.memory, before_)).second) return;
    std::vector<std::size_t> order;
    const auto explained = [&](bool splits, bool keeps_returns) {
      return extend(start_, order, splits, keeps_returns);
    };
    const bool is_linearizable = explained(true, true);
    needs_splits_ = needs_splits_ || (is_linearizable && !explained(false, true));
    is_linearizable_ = is_linearizable_ && is_linearizable;
    is_sequential_ = is_sequential_ && explained(true, false);
  }

  // Whether the order of operations can be continued to one that explains the history.
  bool extend(const WaitingState& state, std::vector<std::size_t>& order, bool splits,
              bool keeps_returns) const {
    bool is_finished = true;
    for (std::size_t t = 0; t < calls_.size(); ++t) {
      if (is_done(state, t)) continue;
      is_finished = false;
      const std::size_t call = call_of(state, t);
      const auto had_returned = [&](std::size_t earlier) { return before_[earlier][call]; };
      if (keeps_returns && std::ranges::any_of(order, had_returned)) continue;
      WaitingState next = state;
      if (!(splits ? run_turn(next, t) : run_whole(next, t))) continue;
      order.push_back(call);
      const bool is_explained = extend(next, order, splits, keeps_returns);
      order.pop_back();
      if (is_explained) return true;
    }
    return is_finished && state.results == state_.results && state.memory == state_.memory;
  }

  const WaitingPrograms& programs_;
  const WaitingCalls& calls_;
  std::vector<std::size_t> first_call_;  // of each thread
  std::size_t call_count_ = 0;
  WaitingState start_;
  WaitingState state_;
  std::vector<std::vector<bool>> before_;  // by call: which had returned when it began
  std::vector<bool> returned_;
  std::set<std::vector<bool>> stuck_after_;
  std::set<std::tuple<std::vector<int>, std::array<int, 2>, std::vector<std::vector<bool>>>>
      judged_;
  bool is_linearizable_ = true;
  bool is_sequential_ = true;
  bool explains_stuck_ = true;
  bool needs_splits_ = false;
};

}  // namespace mcheck
