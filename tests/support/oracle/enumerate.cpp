// SPDX-License-Identifier: MIT
#include "tests/support/oracle/enumerate.hpp"

#include "tests/support/oracle/machine.hpp"

namespace table {
namespace {

class Enumerator {
 public:
  Enumerator(const Program& program, int bound, std::uint64_t limit)
      : program_(program), bound_(bound), limit_(limit) {}

  Enumeration run() {
    recurse(Machine(program_), kNothing, 0);
    return std::move(result_);
  }

 private:
  void recurse(const Machine& machine, int running, int preemptions) {
    if (!result_.complete) return;
    const bool preempts =
        running != kNothing && machine.ways(running) > 0 && !machine.leaving_is_free(running);
    bool any_enabled = false;
    for (int t = 0; t < machine.threads(); ++t) {
      const int ways = machine.ways(t);
      any_enabled = any_enabled || ways > 0;
      const int cost = preemptions + (preempts && t != running ? 1 : 0);
      if (bound_ >= 0 && cost > bound_) continue;
      for (int way = 0; way < ways; ++way) {
        Machine next = machine;
        edges_.clear();
        next.step(t, way, edges_);
        recurse(next, t, cost);
      }
    }
    if (!any_enabled) finish(machine.final_state());
  }

  void finish(const FinalState& state) {
    if (++result_.schedules > limit_) result_.complete = false;
    if (state.deadlock()) ++result_.deadlocks;
    ++result_.final_states[text(state)];
  }

  const Program& program_;
  int bound_;
  std::uint64_t limit_;
  Enumeration result_;
  std::vector<Edge> edges_;
};

}  // namespace

Enumeration enumerate(const Program& program, int bound, std::uint64_t limit) {
  return Enumerator(program, bound, limit).run();
}

}  // namespace table
