// SPDX-License-Identifier: MIT
#include "dpor/trust.hpp"

#include "dpor/next.hpp"
#include "dpor/trust_children.hpp"

namespace mcheck {

std::optional<Begin> Trust::begin_execution() {
  if (tasks_.empty()) return std::nullopt;
  task_ = std::move(tasks_.back());
  tasks_.pop_back();
  std::size_t keep = 0;
  while (keep < task_.steps.size() && keep < moves_.size() &&
         task_.steps[keep].move == moves_[keep]) {
    ++keep;
  }
  return Begin{.keep = keep};
}

Pick Trust::pick(const View& view) {
  if (view.step < task_.steps.size()) {
    const Move& move = task_.steps[view.step].move;
    const auto found = view.execution.find_alternative(move.thread, move.label);
    if (found) return {.alternative = *found, .returns = true};
    if (!step_spins(view.execution)) return {.alternative = Pick::kImpossible};
    if (!wait_instead(view.execution)) return {.alternative = Pick::kSpins};
  }
  return {.alternative = next(view), .returns = true};
}

bool Trust::step_spins(const Execution& execution) const {
  const ThreadId thread = task_.steps[execution.steps()].move.thread;
  return execution.has_thread(thread) && execution.spins(execution.thread(thread));
}

bool Trust::cut_short(const Execution& execution) {
  if (execution.steps() >= task_.steps.size() || !step_spins(execution)) return false;
  return !wait_instead(execution);
}

// The step would only spin, which nobody could know who made the task. If it is the one that was to
// read the new version (trust_revisits.cpp), the thread waits for a later one.
bool Trust::wait_instead(const Execution& execution) {
  const std::size_t last = task_.steps.size() - 1;
  if (task_.new_write != last || execution.steps() != last) return false;
  const trust::TaskStep& step = task_.steps[last];
  const Event& writer = execution.events().back();
  task_.pins.push_back({.stamp = step.read,
                        .slot = {step.move.thread, execution.thread(step.move.thread).events},
                        .version = {writer.thread, writer.index}});
  task_.new_write = kNone;
  task_.steps.pop_back();
  return true;
}

void Trust::end_execution(const Execution& execution, Ending ending) {
  moves_ = moves_of(execution);
  if (ending == Ending::kProbe || execution.steps() < task_.steps.size()) return;
  graph_.build(execution, task_);
  const std::size_t before = tasks_.size();
  trust::Children children(graph_, tasks_);
  if (task_.new_write != kNone) children.of_new_write(task_.new_write);
  for (std::size_t i = task_.steps.size(); i < graph_.nodes().size(); ++i) children.of_added(i);
  children.of_blocked();
  const double share = task_.mass / (1 + static_cast<double>(tasks_.size() - before));
  for (std::size_t i = before; i < tasks_.size(); ++i) tasks_[i].mass = share;
}

}  // namespace mcheck
