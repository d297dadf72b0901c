// SPDX-License-Identifier: MIT
#include "engine/host/results/tree_recorder.hpp"

#include <algorithm>
#include <string>

#include "engine/host/names/value_text.hpp"
#include "engine/host/report/trace_steps.hpp"

namespace mcheck {
namespace {

std::string end_text(Ending ending, const std::optional<Failure>& failure) {
  switch (ending) {
    case Ending::kFinished: return kTreeFinished;
    case Ending::kFailed:
    case Ending::kLimit: return failure ? name_of(failure->kind) : "failed";
    case Ending::kCutOff: return kTreeCutOff;
    case Ending::kRedundant: return kTreeRedundant;
    case Ending::kProbe:
    case Ending::kSpun: return kTreeProbe;
  }
  return "";
}

std::string step_text(const Execution& execution, const Event& event) {
  const std::string object = execution.object_text(event.operation);
  if (const char* operation = exit_operation(object)) return operation;
  std::string text = name_of(event.operation);
  AddressNames names(execution);
  const std::string value = value_text(execution, event, names);
  if (!object.empty()) text += " " + object;
  if (!value.empty()) text += (object.empty() ? " " : ": ") + value;
  return text;
}

}  // namespace

// Counts an execution, unless it is redundant or a probe. True: it is the first that fails.
bool TreeRecorder::count_execution(const Execution& execution, Ending ending) {
  if (!is_execution(ending)) return false;
  TreeStatistics& statistics = tree_.statistics;
  std::uint64_t choices = 0;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    ++choices;
    if (event.alternatives < 2) continue;
    ++statistics.choices;
    statistics.alternatives += event.alternatives;
  }
  statistics.least_choices =
      statistics.executions == 0 ? choices : std::min(statistics.least_choices, choices);
  statistics.most_choices = std::max(statistics.most_choices, choices);
  ++statistics.executions;
  if (ending != Ending::kFailed || statistics.failed++ > 0) return false;
  statistics.first_failed = statistics.executions;
  return true;
}

void TreeRecorder::add(const Execution& execution, Ending ending,
                       const std::optional<Failure>& failure) {
  const bool first_failed = count_execution(execution, ending);
  if (tree_.nodes.empty()) tree_.nodes.emplace_back();
  std::vector<const Event*> new_events;  // the rest of the path, from where it leaves the tree
  int at = 0;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    const auto known = new_events.empty() ? child_of_.find({at, event.chosen}) : child_of_.end();
    if (known == child_of_.end()) {
      new_events.push_back(&event);
    } else {
      at = known->second;
    }
  }
  const std::size_t max_nodes = kMaxTreeNodes + (first_failed ? kMaxFailureNodes : 0);
  if (tree_.nodes.size() + new_events.size() > max_nodes) {
    ++tree_.left_out;
    return;
  }
  for (const Event* event : new_events) {
    tree_.nodes[static_cast<std::size_t>(at)].alternatives = event->alternatives;
    const int node = static_cast<int>(tree_.nodes.size());
    child_of_[{at, event->chosen}] = node;
    tree_.nodes.push_back({.parent = at,
                           .thread = execution.thread_text(event->thread),
                           .step = step_text(execution, *event)});
    at = node;
  }
  tree_.nodes[static_cast<std::size_t>(at)].end = end_text(ending, failure);
}

SearchTree TreeRecorder::take(bool exhausted) {
  tree_.complete = exhausted && tree_.left_out == 0;
  child_of_.clear();
  return std::exchange(tree_, {});
}

}  // namespace mcheck
