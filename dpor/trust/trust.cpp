// SPDX-License-Identifier: MIT
#include "dpor/trust/trust.hpp"

#include <algorithm>
#include <bit>

#include "dpor/bounds/cheapest_schedule.hpp"
#include "dpor/steps/default_alternative.hpp"
#include "dpor/trust/task_text.hpp"
#include "dpor/weak/default_step.hpp"

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

TreeSize::Kind kind_of(const trust::Worklist& worklist, std::size_t number) {
  return kind_of(worklist.length(number), worklist.has_new_write(number));
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
  if (worklist_.empty()) return std::nullopt;
  worklist_.pop(task_);
  is_running_ = true;
  tree_size_.enter(kind_of(task_), shards_given_away_ + worklist_.size());
  const std::size_t keep =
      graph_is_current_ ? common_steps(task_, is_weak_ ? weak_children_.steps() : graph_.steps())
                        : common_steps(task_, moves_);
  graph_steps_kept_ = std::min(graph_steps_kept_, keep);
  return Begin{.keep = keep};
}

// Whether no graph that extends this one can be within the bound.
bool Trust::exceeds_bound(const Execution& execution) const {
  const std::uint32_t allowance = task_.threads > 1 ? task_.threads - 1 : 0;
  return !cheapest_schedule(execution, static_cast<std::uint32_t>(bound_) + allowance);
}

namespace {

// The alternative that is the task's step.
std::optional<std::uint32_t> alternative_for(const trust::TaskStep& step, const View& view) {
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& alternative = view.alternatives[i];
    if (alternative.thread == step.thread && view.execution.label_of(alternative) == step.label)
      return i;
  }
  return std::nullopt;
}

}  // namespace

// Decides only when all steps of the task are done.
bool Trust::is_redundant(const Execution& execution) {
  if (execution.steps() != task_.steps.size() || bound_ < 0) return false;
  if (!exceeds_bound(execution)) return false;
  return bound_hit_ = true;
}

Pick Trust::pick(const View& view) {
  if (is_redundant(view.execution)) return {.alternative = Pick::kNothing};
  if (view.step < task_.steps.size()) {
    const std::optional<std::uint32_t> found = alternative_for(task_.steps[view.step], view);
    if (found) return {.alternative = *found, .returns = true};
    if (!next_step_spins(view.execution)) return {.alternative = Pick::kImpossible};
    if (!pin_instead(view.execution)) return {.alternative = Pick::kSpins};
  }
  if (view.execution.weak_memory() != nullptr) {
    return {.alternative = trust::default_step(view, task_.pins).value_or(Pick::kKeepSpinning),
            .returns = true};
  }
  return {.alternative = default_alternative(view, {}).value_or(Pick::kImpossible),
          .returns = true};
}

bool Trust::next_step_spins(const Execution& execution) const {
  const ThreadId thread = task_.steps[execution.steps()].thread;
  if (!execution.has_thread(thread)) return false;
  const ThreadRecord& record = execution.thread(thread);
  const std::uint32_t label = task_.steps[execution.steps()].label;
  if (trust::reads_older_version(execution, record, label))
    return trust::spins_with(execution, record, label) || execution.is_kept_in_loop(record);
  return execution.spins(record) || execution.is_kept_in_loop(record);
}

// Events of the task's own steps have no children.
bool Trust::needs_older_versions(const Execution& execution, ThreadId thread) const {
  const std::size_t done = std::min(execution.steps(), task_.steps.size());
  return std::none_of(task_.steps.begin() + static_cast<std::ptrdiff_t>(done), task_.steps.end(),
                      [&](const trust::TaskStep& step) { return step.thread == thread; });
}

bool Trust::is_probe(const Execution& execution) {
  if (execution.steps() >= task_.steps.size() || !next_step_spins(execution)) return false;
  return !pin_instead(execution);
}

// The step would only spin, which was not known when the task was made. If it was to read the new
// version (revisits.cpp), a pin makes the thread wait for a later one.
bool Trust::pin_instead(const Execution& execution) {
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

bool any_thread_enabled(const Execution& execution) {
  return std::ranges::any_of(execution.threads(), [&](const ThreadRecord& record) {
    return execution.enabled(record) > 0;
  });
}

}  // namespace

void Trust::end_execution(const Execution& execution, Ending ending) {
  is_running_ = false;
  const bool probe = ending == Ending::kProbe || execution.steps() < task_.steps.size();
  const bool redundant = ending == Ending::kRedundant;
  // A thread that was cut off at a limit could do much more: no task can be derived.
  const bool ended_early = ending == Ending::kFailed || ending == Ending::kLimit;
  const bool was_cut = ended_early && !probe && any_thread_enabled(execution);
  is_weak_ = execution.weak_memory() != nullptr;
  graph_is_current_ = !redundant && !probe && !was_cut;
  if (!graph_is_current_) collect_transitions(execution, moves_);
  if (redundant || probe) {
    tree_size_.leave(is_execution(ending), {});
    return;
  }
  if (bound_ >= 0) {
    within_bound_ = cheapest_schedule(execution, static_cast<std::uint32_t>(bound_)).has_value();
    bound_hit_ = bound_hit_ || !within_bound_;
  }
  if (was_cut) {
    limit_reached_ = true;
    tree_size_.leave(is_execution(ending), {});
    return;
  }
  const std::size_t before = worklist_.stack_size();
  if (is_weak_) {
    weak_children_.add_all(execution, task_, graph_steps_kept_);
    graph_steps_kept_ = weak_children_.steps().size();
  } else {
    add_children(execution);
  }
  classify_children(
      before, std::max(task_.threads, static_cast<std::uint32_t>(execution.threads().size())));
  tree_size_.leave(is_execution(ending), child_kinds_);
  // Some tasks of each kind run first, so that the size of waiting ones can be estimated.
  const bool out_of_order =
      worklist_.place_children(before, [this](const trust::TaskStack::Entry& entry) {
        return tree_size_.has_estimate(kind_of(entry.length, entry.new_write != kNone));
      });
  if (out_of_order) tree_size_.reset_path();
}

void Trust::add_children(const Execution& execution) {
  graph_.build(execution, task_, graph_steps_kept_);
  graph_steps_kept_ = graph_.steps().size();
  child_tasks_.begin();
  if (task_.new_write != kNone) child_tasks_.add_for_new_write(task_.new_write);
  for (std::size_t i = graph_.task_steps(); i < graph_.nodes().size(); ++i)
    child_tasks_.add_for_event(i);
  if (canary_ != Canary::kForgetsBlocked) child_tasks_.add_for_blocked();
}

void Trust::classify_children(std::size_t before, std::uint32_t threads) {
  child_kinds_.clear();
  for (std::size_t i = before; i < worklist_.stack_size(); ++i) {
    worklist_.stack().entry(i).threads = threads;
    child_kinds_.push_back(kind_of(worklist_, i));
  }
}

// The expected number of executions, without the shards given away.
double Trust::expected_executions() const {
  auto expected_executions = static_cast<double>(tree_size_.executions());
  if (is_running_) expected_executions += tree_size_.expected_below(kind_of(task_));
  for (std::size_t i = 0; i < worklist_.size(); ++i)
    expected_executions += tree_size_.expected_below(kind_of(worklist_, i));
  return expected_executions;
}

double Trust::finished_mass() const {
  if (worklist_.empty() && !is_running_) return share_;
  return share_ * static_cast<double>(tree_size_.executions()) / expected_executions();
}

double Trust::share_of_task(std::size_t task, double expected_executions) const {
  return share_ * tree_size_.expected_below(kind_of(worklist_, task)) / expected_executions;
}

std::string Trust::why_not_exhaustive() const {
  if (!limit_reached_) return {};
  return std::string(bound_ < 0 ? "an execution" : "an execution beyond the bound") +
         " reached the limit on steps, so other executions may be missing: " +
         (bound_ < 0 ? "raise --steps" : "--strategy dfs stays within the bound, or raise --steps");
}

void Trust::start_empty() {
  worklist_.clear();
  share_ = 0;
}

std::vector<std::string> Trust::outstanding(const Identities& names) const {
  std::vector<std::string> shards;
  shards.reserve(worklist_.size());
  const double all = expected_executions();
  for (std::size_t i = 0; i < worklist_.size(); ++i) {
    shards.push_back(trust::to_text(worklist_.task(i), share_of_task(i, all), names));
  }
  return shards;
}

std::optional<std::string> Trust::give_shard(const Identities& names) {
  if (worklist_.size() < 2) return std::nullopt;
  const trust::Task oldest = worklist_.drop_oldest();
  const double share = share_ * tree_size_.expected_below(kind_of(oldest)) /
                       (expected_executions() + tree_size_.expected_below(kind_of(oldest)));
  std::string shard = trust::to_text(oldest, share, names);
  share_ -= share;
  tree_size_.forget_oldest(++shards_given_away_);
  return shard;
}

bool Trust::take_over(std::string_view shard, Identities& names) {
  std::optional<trust::Task> task = trust::parse_task(shard, names);
  if (!task) return false;
  share_ += task->share;
  worklist_.push(*task);
  return true;
}

}  // namespace mcheck
