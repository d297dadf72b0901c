// SPDX-License-Identifier: MIT
#include "dpor/trust.hpp"

#include <algorithm>

#include "dpor/next.hpp"
#include "dpor/preemptions.hpp"
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

// Whether no graph that grows out of this one can be within the bound.
bool Trust::too_many_preemptions(const Execution& execution) const {
  if (bound_ < 0) return false;
  const std::uint32_t slack = task_.threads > 2 ? task_.threads - 2 : 0;
  return !cheapest_schedule(execution, static_cast<std::uint32_t>(bound_) + slack);
}

Pick Trust::pick(const View& view) {
  if (view.step == task_.steps.size() && too_many_preemptions(view.execution)) {
    bound_hit_ = true;
    return {.alternative = Pick::kNothing};
  }
  if (view.step >= task_.steps.size()) {
    return {.alternative = next(view, {}).value_or(Pick::kImpossible), .returns = true};
  }
  const Move& move = task_.steps[view.step].move;
  const auto found = view.execution.find_alternative(move.thread, move.label);
  return {.alternative = found.value_or(Pick::kImpossible), .returns = true};
}

void Trust::end_execution(const Execution& execution, Ending ending) {
  moves_ = moves_of(execution);
  if (ending == Ending::kRedundant) return;
  if (bound_ >= 0) {
    within_bound_ = cheapest_schedule(execution, static_cast<std::uint32_t>(bound_)).has_value();
    bound_hit_ = bound_hit_ || !within_bound_;
  }
  graph_.build(execution, task_);
  const std::size_t before = tasks_.size();
  trust::Children children(graph_, tasks_, canary_);
  if (task_.new_write != kNone) children.of_new_write(task_.new_write);
  for (std::size_t i = task_.steps.size(); i < graph_.nodes().size(); ++i) children.of_added(i);
  if (canary_ != Canary::kForgetsBlocked) children.of_blocked();
  const std::uint32_t threads = std::max(task_.threads, graph_.busy_threads());
  const double share = task_.mass / (1 + static_cast<double>(tasks_.size() - before));
  for (std::size_t i = before; i < tasks_.size(); ++i) {
    tasks_[i].mass = share;
    tasks_[i].threads = threads;
  }
}

}  // namespace mcheck
