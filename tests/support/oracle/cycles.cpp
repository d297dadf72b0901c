// SPDX-License-Identifier: MIT
#include "tests/support/oracle/cycles.hpp"

#include <functional>
#include <map>
#include <vector>

#include "tests/support/oracle/machine.hpp"

namespace table {
namespace {

struct CycleStep {
  std::size_t to = 0;
  int thread = 0;
  std::uint8_t progress = 0;
  bool is_idle = false;  // others see no change, and it is no progress
};

struct StateOfTable {
  std::vector<CycleStep> steps;
  std::uint8_t enabled = 0;
  std::uint8_t locked_out = 0;
};

using Accepts = std::function<bool(const CycleStep&)>;

class CycleFinder {
 public:
  CycleFinder(const Program& program, std::size_t most) : threads_(program.threads.size()) {
    complete_ = explore(Machine(program), most);
  }

  InfiniteExecutions find() {
    InfiniteExecutions found{.complete = complete_, .states = states_.size()};
    if (!complete_) return found;
    for (const StateOfTable& state : states_)
      found.has_deadlock |= state.steps.empty() && is_stuck(state);
    const unsigned all = (1u << threads_) - 1;
    const auto every = [](const CycleStep&) { return true; };
    for (unsigned ran = 1; ran <= all; ++ran) {
      for (unsigned t = 0; t < threads_; ++t) {
        const auto self = static_cast<int>(t);
        const bool runs = (ran >> t & 1) != 0;
        found.lacks_progress |=
            runs && has_cycle(ran, [&](const CycleStep& s) { return (s.progress >> t & 1) == 0; });
        found.starves |=
            runs && has_cycle(
                        ran, [&](const CycleStep& s) { return s.thread != self || s.is_idle; },
                        [&](std::size_t at) { return spins(at, self); });
        const bool is_locked_out = has_cycle(ran, every, {}, bit(self));
        found.lacks_progress |= is_locked_out;
        found.starves |= is_locked_out;
      }
    }
    for (std::size_t i = 0; i < states_.size(); ++i)
      found.has_cycle |= reaches(i, i, every, all, 0);
    return found;
  }

 private:
  bool explore(const Machine& first, std::size_t most) {
    std::vector<Machine> machines;
    const auto number_of = [&](const Machine& machine) {
      Machine key = machine;
      key.forget_progress();
      const auto [at, is_new] = numbers_.try_emplace(key, machines.size());
      if (is_new) machines.push_back(key);
      return at->second;
    };
    number_of(first);
    for (std::size_t i = 0; i < machines.size(); ++i) {
      if (machines.size() > most) return false;
      StateOfTable state;
      unfinished_.push_back(machines[i].final_state().deadlock());
      for (int t = 0; t < machines[i].threads(); ++t) {
        const int ways = machines[i].ways(t);
        if (ways > 0) state.enabled |= bit(t);
        if (machines[i].waits_for_lock(t)) state.locked_out |= bit(t);
        for (int way = 0; way < ways; ++way) {
          Machine next = machines[i];
          std::vector<Edge> edges;
          next.step(t, way, edges);
          const bool idle = next.equals_but_for(t, machines[i]) && next.progress() == 0;
          const std::uint8_t progress = next.progress();
          state.steps.push_back(
              {.to = number_of(next), .thread = t, .progress = progress, .is_idle = idle});
        }
      }
      states_.push_back(state);
    }
    return true;
  }

  [[nodiscard]] bool is_stuck(const StateOfTable& state) const {
    return unfinished_[static_cast<std::size_t>(&state - states_.data())];
  }

  // The states reached by at least one step, in states where no other threads are enabled and those
  // of `locked_out` wait for a lock.
  [[nodiscard]] std::vector<bool> reached_from(std::size_t from, const Accepts& accepts,
                                               unsigned ran, unsigned locked_out) const {
    std::vector<bool> reached(states_.size(), false);
    std::vector<std::size_t> todo = {from};
    const auto is_allowed = [&](std::size_t at) {
      return (states_[at].enabled & ~ran) == 0 && (locked_out & ~states_[at].locked_out) == 0;
    };
    if (!is_allowed(from)) return reached;
    while (!todo.empty()) {
      const std::size_t at = todo.back();
      todo.pop_back();
      for (const CycleStep& step : states_[at].steps) {
        if ((ran >> step.thread & 1) == 0 || !accepts(step)) continue;
        if (!is_allowed(step.to) || reached[step.to]) continue;
        reached[step.to] = true;
        todo.push_back(step.to);
      }
    }
    return reached;
  }
  [[nodiscard]] bool reaches(std::size_t from, std::size_t to, const Accepts& accepts, unsigned ran,
                             unsigned locked_out) const {
    return reached_from(from, accepts, ran, locked_out)[to];
  }

  // Alone, and with idle steps.
  [[nodiscard]] bool spins(std::size_t at, int thread) const {
    std::vector<bool> reached(states_.size(), false);
    std::vector<std::size_t> todo = {at};
    while (!todo.empty()) {
      const std::size_t from = todo.back();
      todo.pop_back();
      for (const CycleStep& step : states_[from].steps) {
        if (step.thread != thread || !step.is_idle || reached[step.to]) continue;
        reached[step.to] = true;
        todo.push_back(step.to);
      }
    }
    return reached[at];
  }

  // Each of the threads takes steps in it, and no other is enabled.
  [[nodiscard]] bool has_cycle(unsigned ran, const Accepts& accepts,
                               const std::function<bool(std::size_t)>& has_to_pass = {},
                               unsigned locked_out = 0) const {
    std::vector<std::vector<bool>> reached;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      reached.push_back(reached_from(i, accepts, ran, locked_out));
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!reached[i][i]) continue;
      unsigned seen = 0;
      bool passes = !has_to_pass;
      for (std::size_t j = 0; j < states_.size(); ++j) {
        if (!reached[i][j] || !reached[j][i]) continue;
        passes = passes || has_to_pass(j);
        for (const CycleStep& step : states_[j].steps) {
          const bool stays = reached[i][step.to] && reached[step.to][i];
          if (stays && (ran >> step.thread & 1) != 0 && accepts(step)) seen |= 1u << step.thread;
        }
      }
      if (passes && seen == ran) return true;
    }
    return false;
  }

  std::size_t threads_;
  bool complete_ = false;
  std::map<Machine, std::size_t> numbers_;
  std::vector<StateOfTable> states_;
  std::vector<bool> unfinished_;
};

}  // namespace

InfiniteExecutions find_infinite_executions(const Program& program, std::size_t most_states) {
  return CycleFinder(program, most_states).find();
}

}  // namespace table
