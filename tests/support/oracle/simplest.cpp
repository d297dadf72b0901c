// SPDX-License-Identifier: MIT
#include "tests/support/oracle/simplest.hpp"

#include <algorithm>
#include <vector>

#include "tests/support/oracle/machine.hpp"

namespace table {
namespace {

bool preempts(const Machine& machine, int running, int next) {
  return running != kNothing && next != running && machine.ways(running) > 0 &&
         !machine.leaving_is_free(running);
}

Cost cost_after(const Machine& machine, int running, int next, Cost cost) {
  cost.preemptions += preempts(machine, running, next) ? 1 : 0;
  cost.switches += next != running ? 1 : 0;
  ++cost.steps;
  return cost;
}

class SimplestSearch {
 public:
  SimplestSearch(const StatePredicate& matches, std::uint64_t limit)
      : matches_(matches), limit_(limit) {}

  SimplestSchedule run(const Program& program) {
    recurse(Machine(program), kNothing, {});
    return result_;
  }

 private:
  void recurse(const Machine& machine, int running, const Cost& cost) {
    if (!result_.complete) return;
    bool any_enabled = false;
    for (int t = 0; t < machine.threads(); ++t) {
      const int ways = machine.ways(t);
      any_enabled = any_enabled || ways > 0;
      for (int way = 0; way < ways; ++way) {
        Machine next = machine;
        std::vector<Edge> edges;
        next.step(t, way, edges);
        recurse(next, t, cost_after(machine, running, t, cost));
      }
    }
    if (!any_enabled) finish(machine.final_state(), cost);
  }

  void finish(const FinalState& state, const Cost& cost) {
    if (++schedules_ > limit_) result_.complete = false;
    if (matches_(state)) result_.minimum = std::min(result_.minimum.value_or(cost), cost);
  }

  const StatePredicate& matches_;
  std::uint64_t limit_;
  std::uint64_t schedules_ = 0;
  SimplestSchedule result_;
};

// The machine takes the step. REQUIRES: it is enabled.
void follow(Machine& machine, const ScheduleStep& step) {
  for (int way = 0; way < machine.ways(step.thread); ++way) {
    Machine next = machine;
    std::vector<Edge> edges;
    if (next.step(step.thread, way, edges).label != step.label) continue;
    machine = next;
    return;
  }
}

bool some_end(const Machine& machine, const StatePredicate& matches) {
  bool any_enabled = false;
  for (int t = 0; t < machine.threads(); ++t) {
    for (int way = 0; way < machine.ways(t); ++way) {
      any_enabled = true;
      Machine next = machine;
      std::vector<Edge> edges;
      next.step(t, way, edges);
      if (some_end(next, matches)) return true;
    }
  }
  return !any_enabled && matches(machine.final_state());
}

}  // namespace

SimplestSchedule simplest(const Program& program, const StatePredicate& matches,
                          std::uint64_t limit) {
  return SimplestSearch(matches, limit).run(program);
}

Cost cost_of(const Program& program, std::span<const ScheduleStep> schedule) {
  Machine machine(program);
  Cost cost;
  int running = kNothing;
  for (const ScheduleStep& step : schedule) {
    cost = cost_after(machine, running, step.thread, cost);
    follow(machine, step);
    running = step.thread;
  }
  return cost;
}

bool some_end_after(const Program& program, std::span<const ScheduleStep> schedule,
                    const StatePredicate& matches) {
  Machine machine(program);
  for (const ScheduleStep& step : schedule) follow(machine, step);
  return some_end(machine, matches);
}

}  // namespace table
