// SPDX-License-Identifier: MIT
#include "engine/host/tree_recorder.hpp"

#include <algorithm>
#include <string>

#include "engine/host/value_text.hpp"

namespace mcheck {
namespace {

std::string end_text(Ending ending, const std::optional<Failure>& failure) {
  switch (ending) {
    case Ending::kFinished: return kTreeFinished;
    case Ending::kFailed: return failure ? name_of(failure->kind) : "failed";
    case Ending::kCutOff: return kTreeCutOff;
    case Ending::kRedundant: return kTreeRedundant;
    case Ending::kProbe:
    case Ending::kSpun: return kTreeProbe;
  }
  return "";
}

std::string step_text(const Execution& execution, const Event& event) {
  std::string text = name_of(event.operation);
  const std::string object = execution.object_text(event.operation);
  AddressNames names(execution);
  const std::string value = value_text(execution, event, names);
  if (!object.empty()) text += " " + object;
  if (!value.empty()) text += (object.empty() ? " " : ": ") + value;
  return text;
}

}  // namespace

void TreeRecorder::measure(const Execution& execution, bool failed) {
  SearchShape& shape = tree_.shape;
  std::uint64_t choices = 0;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    ++choices;
    if (event.alternatives < 2) continue;
    ++shape.choices;
    shape.ways += event.alternatives;
  }
  shape.least_choices = shape.executions == 0 ? choices : std::min(shape.least_choices, choices);
  shape.most_choices = std::max(shape.most_choices, choices);
  ++shape.executions;
  if (failed && shape.failed++ == 0) shape.first_failed = shape.executions;
}

void TreeRecorder::add(const Execution& execution, Ending ending,
                       const std::optional<Failure>& failure) {
  measure(execution, ending == Ending::kFailed);
  if (tree_.nodes.empty()) tree_.nodes.emplace_back();
  std::vector<const Event*> unknown;  // the rest of the way, from where it leaves what is known
  int at = 0;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    const auto known = unknown.empty() ? child_of_.find({at, event.chosen}) : child_of_.end();
    if (known == child_of_.end()) {
      unknown.push_back(&event);
    } else {
      at = known->second;
    }
  }
  const bool first_failed = tree_.shape.first_failed == tree_.shape.executions;
  const std::size_t most = kMostTreeNodes + (first_failed ? kMostFailureNodes : 0);
  if (tree_.nodes.size() + unknown.size() > most) {
    ++tree_.left_out;
    return;
  }
  for (const Event* event : unknown) {
    tree_.nodes[static_cast<std::size_t>(at)].ways = event->alternatives;
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
