// SPDX-License-Identifier: MIT
#include "tests/support/plainest.hpp"

#include <algorithm>
#include <vector>

#include "tests/support/machine.hpp"

namespace table {
namespace {

bool preempts(const Machine& machine, int running, int next) {
  return running != kNothing && next != running && machine.ways(running) > 0 &&
         !machine.gives_way(running);
}

Plainness after(const Machine& machine, int running, int next, Plainness cost) {
  cost.preemptions += preempts(machine, running, next) ? 1 : 0;
  cost.switches += next != running ? 1 : 0;
  ++cost.steps;
  return cost;
}

class PlainestSearch {
 public:
  PlainestSearch(const Ends& ends, std::uint64_t limit) : ends_(ends), limit_(limit) {}

  PlainestSchedule run(const Program& program) {
    recurse(Machine(program), kNothing, {});
    return result_;
  }

 private:
  void recurse(const Machine& machine, int running, const Plainness& cost) {
    if (!result_.complete) return;
    bool anybody = false;
    for (int t = 0; t < machine.threads(); ++t) {
      const int ways = machine.ways(t);
      anybody = anybody || ways > 0;
      for (int way = 0; way < ways; ++way) {
        Machine next = machine;
        std::vector<Edge> edges;
        next.step(t, way, edges);
        recurse(next, t, after(machine, running, t, cost));
      }
    }
    if (!anybody) finish(machine.final_state(), cost);
  }

  void finish(const FinalState& state, const Plainness& cost) {
    if (++schedules_ > limit_) result_.complete = false;
    if (ends_(state)) result_.least = std::min(result_.least.value_or(cost), cost);
  }

  const Ends& ends_;
  std::uint64_t limit_;
  std::uint64_t schedules_ = 0;
  PlainestSchedule result_;
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

bool some_end(const Machine& machine, const Ends& ends) {
  bool anybody = false;
  for (int t = 0; t < machine.threads(); ++t) {
    for (int way = 0; way < machine.ways(t); ++way) {
      anybody = true;
      Machine next = machine;
      std::vector<Edge> edges;
      next.step(t, way, edges);
      if (some_end(next, ends)) return true;
    }
  }
  return !anybody && ends(machine.final_state());
}

}  // namespace

PlainestSchedule plainest(const Program& program, const Ends& ends, std::uint64_t limit) {
  return PlainestSearch(ends, limit).run(program);
}

Plainness plainness_of(const Program& program, std::span<const ScheduleStep> schedule) {
  Machine machine(program);
  Plainness cost;
  int running = kNothing;
  for (const ScheduleStep& step : schedule) {
    cost = after(machine, running, step.thread, cost);
    follow(machine, step);
    running = step.thread;
  }
  return cost;
}

bool some_end_after(const Program& program, std::span<const ScheduleStep> schedule,
                    const Ends& ends) {
  Machine machine(program);
  for (const ScheduleStep& step : schedule) follow(machine, step);
  return some_end(machine, ends);
}

}  // namespace table
