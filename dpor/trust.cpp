// SPDX-License-Identifier: MIT
#include "dpor/trust.hpp"

#include <algorithm>
#include <bit>

#include "dpor/next.hpp"
#include "dpor/preemptions.hpp"
#include "dpor/trust_task_text.hpp"

namespace mcheck {
namespace {

// Only the leading digits of a long task's length count: 128 kinds for each doubling of the length,
// so that the statistics stay small.
TreeSize::Kind kind_of(std::size_t steps, bool new_write) {
  constexpr int kDigits = 8;
  const int less = std::max(static_cast<int>(std::bit_width(steps)) - kDigits, 0);
  const std::size_t length = (static_cast<std::size_t>(less) << (kDigits - 1)) + (steps >> less);
  return static_cast<TreeSize::Kind>(2 * length + (new_write ? 1 : 0));
}

TreeSize::Kind kind_of(const trust::Task& task) {
  return kind_of(task.steps.size(), task.new_write != kNone);
}

TreeSize::Kind kind_of(const trust::Agenda& tasks, std::size_t number) {
  return kind_of(tasks.length(number), tasks.has_new_write(number));
}

// The number of steps that a task has in common with an execution. After a common prefix each
// thread announces the same operation.
std::size_t common_steps(const trust::Task& task, const auto& steps) {
  const std::size_t most = std::min(task.steps.size(), steps.size());
  const trust::TaskStep* const wanted = task.steps.data();
  std::size_t common = 0;
  while (common < most && wanted[common].thread == steps[common].thread &&
         wanted[common].label == steps[common].label) {
    ++common;
  }
  return common;
}

}  // namespace

std::optional<Begin> Trust::begin_execution() {
  if (tasks_.empty()) return std::nullopt;
  tasks_.pop(task_);
  is_running_ = true;
  size_.enter(kind_of(task_), given_away_ + tasks_.size());
  const std::size_t keep =
      has_graph_ ? common_steps(task_, graph_.steps()) : common_steps(task_, moves_);
  same_as_graph_ = std::min(same_as_graph_, keep);
  return Begin{.keep = keep};
}

// Whether no graph that extends this one can be within the bound.
bool Trust::too_many_preemptions(const Execution& execution) const {
  const std::uint32_t slack = task_.threads > 1 ? task_.threads - 1 : 0;
  return !cheapest_schedule(execution, static_cast<std::uint32_t>(bound_) + slack);
}

namespace {

// The alternative that is the task's step.
std::optional<std::uint32_t> way_of(const trust::TaskStep& step, const View& view) {
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& way = view.alternatives[i];
    if (way.thread == step.thread && view.execution.label_of(way) == step.label) return i;
  }
  return std::nullopt;
}

}  // namespace

// Decides only when all steps of the task are done.
bool Trust::leaves_out(const Execution& execution) {
  if (execution.steps() != task_.steps.size() || bound_ < 0) return false;
  if (!too_many_preemptions(execution)) return false;
  return bound_hit_ = true;
}

Pick Trust::pick(const View& view) {
  if (leaves_out(view.execution)) return {.alternative = Pick::kNothing};
  if (view.step < task_.steps.size()) {
    const std::optional<std::uint32_t> found = way_of(task_.steps[view.step], view);
    if (found) return {.alternative = *found, .returns = true};
    if (!step_spins(view.execution)) return {.alternative = Pick::kImpossible};
    if (!wait_instead(view.execution)) return {.alternative = Pick::kSpins};
  }
  return {.alternative = next(view, {}).value_or(Pick::kImpossible), .returns = true};
}

bool Trust::step_spins(const Execution& execution) const {
  const ThreadId thread = task_.steps[execution.steps()].thread;
  if (!execution.has_thread(thread)) return false;
  const ThreadRecord& record = execution.thread(thread);
  return execution.spins(record) || execution.stays(record);
}

// Events of the task's own steps have no children.
bool Trust::asks_of_older(const Execution& execution, ThreadId thread) const {
  const std::size_t done = std::min(execution.steps(), task_.steps.size());
  return std::none_of(task_.steps.begin() + static_cast<std::ptrdiff_t>(done), task_.steps.end(),
                      [&](const trust::TaskStep& step) { return step.thread == thread; });
}

bool Trust::cut_short(const Execution& execution) {
  if (execution.steps() >= task_.steps.size() || !step_spins(execution)) return false;
  return !wait_instead(execution);
}

// The step would only spin, which was not known when the task was made. If it was to read the new
// version (revisits.cpp), a pin makes the thread wait for a later one.
bool Trust::wait_instead(const Execution& execution) {
  const std::size_t last = task_.steps.size() - 1;
  if (task_.new_write != last || execution.steps() != last) return false;
  const trust::TaskStep& step = task_.steps[last];
  const Event& writer = execution.events().back();
  task_.pins.push_back({.stamp = step.read,
                        .slot = {step.thread, execution.thread(step.thread).events},
                        .version = {writer.thread, writer.index}});
  task_.new_write = kNone;
  task_.steps.pop_back();
  return true;
}

namespace {

bool somebody_can_go_on(const Execution& execution) {
  return std::ranges::any_of(
      execution.threads(), [&](const ThreadRecord& record) { return execution.ways(record) > 0; });
}

}  // namespace

void Trust::end_execution(const Execution& execution, Ending ending) {
  is_running_ = false;
  const bool probe = ending == Ending::kProbe || execution.steps() < task_.steps.size();
  const bool redundant = ending == Ending::kRedundant;
  // A thread that was cut off at a limit could do much more: no task can be derived.
  const bool ended_early = ending == Ending::kFailed || ending == Ending::kLimit;
  const bool cut = ended_early && !probe && somebody_can_go_on(execution);
  has_graph_ = !redundant && !probe && !cut;
  if (!has_graph_) collect_moves(execution, moves_);
  if (redundant || probe) {
    size_.leave(is_execution(ending), {});
    return;
  }
  if (bound_ >= 0) {
    within_bound_ = cheapest_schedule(execution, static_cast<std::uint32_t>(bound_)).has_value();
    bound_hit_ = bound_hit_ || !within_bound_;
  }
  if (cut) {
    cut_ = true;
    size_.leave(is_execution(ending), {});
    return;
  }
  graph_.build(execution, task_, same_as_graph_);
  same_as_graph_ = graph_.steps().size();
  const std::size_t before = tasks_.stacked();
  follow_.begin();
  if (task_.new_write != kNone) follow_.of_new_write(task_.new_write);
  for (std::size_t i = graph_.given(); i < graph_.nodes().size(); ++i) follow_.of_added(i);
  if (canary_ != Canary::kForgetsBlocked) follow_.of_blocked();
  count_children(before,
                 std::max(task_.threads, static_cast<std::uint32_t>(execution.threads().size())));
  size_.leave(is_execution(ending), kinds_);
  // Some tasks of each kind run first, so that the size of waiting ones can be estimated.
  const bool waits = tasks_.settle(before, [this](const trust::TaskStack::Entry& entry) {
    return size_.knows(kind_of(entry.length, entry.new_write != kNone));
  });
  if (waits) size_.disorder();
}

void Trust::count_children(std::size_t before, std::uint32_t threads) {
  kinds_.clear();
  for (std::size_t i = before; i < tasks_.stacked(); ++i) {
    tasks_.stack().entry(i).threads = threads;
    kinds_.push_back(kind_of(tasks_, i));
  }
}

// The expected number of executions, without the shards given away.
double Trust::expected() const {
  auto expected = static_cast<double>(size_.counted());
  if (is_running_) expected += size_.below(kind_of(task_));
  for (std::size_t i = 0; i < tasks_.size(); ++i) expected += size_.below(kind_of(tasks_, i));
  return expected;
}

double Trust::finished_mass() const {
  if (tasks_.empty() && !is_running_) return share_;
  return share_ * static_cast<double>(size_.counted()) / expected();
}

double Trust::share_of(std::size_t task, double expected) const {
  return share_ * size_.below(kind_of(tasks_, task)) / expected;
}

std::string Trust::why_not_exhaustive() const {
  if (!cut_) return {};
  return std::string(bound_ < 0 ? "an execution" : "an execution beyond the bound") +
         " reached the limit on steps, so that nobody knows what else there is: " +
         (bound_ < 0 ? "raise --steps" : "--strategy dfs stays within the bound, or raise --steps");
}

void Trust::start_empty() {
  tasks_.clear();
  share_ = 0;
}

std::vector<std::string> Trust::outstanding(const Identities& names) const {
  std::vector<std::string> parts;
  parts.reserve(tasks_.size());
  const double all = expected();
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    parts.push_back(trust::text_of(tasks_.task(i), share_of(i, all), names));
  }
  return parts;
}

std::optional<std::string> Trust::give_away(const Identities& names) {
  if (tasks_.size() < 2) return std::nullopt;
  const trust::Task oldest = tasks_.drop_oldest();
  const double share =
      share_ * size_.below(kind_of(oldest)) / (expected() + size_.below(kind_of(oldest)));
  std::string part = trust::text_of(oldest, share, names);
  share_ -= share;
  size_.forget_oldest(++given_away_);
  return part;
}

bool Trust::take_over(std::string_view part, Identities& names) {
  std::optional<trust::Task> task = trust::task_of(part, names);
  if (!task) return false;
  share_ += task->share;
  tasks_.push(*task);
  return true;
}

}  // namespace mcheck
