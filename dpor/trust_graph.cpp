// SPDX-License-Identifier: MIT
#include "dpor/trust_graph.hpp"

#include <algorithm>

namespace mcheck::trust {

void Graph::build(const Execution& execution, const Task& task) {
  execution_ = &execution;
  task_ = &task;
  fresh_ = 1;
  for (const TaskStep& step : task.steps) {
    fresh_ = std::max({fresh_, step.read + 1, step.write + 1});
  }
  for (const Pin& pin : task.pins) fresh_ = std::max(fresh_, pin.stamp + 1);

  const std::span<const Version> versions = execution.versions();
  roots_.resize(versions.size());
  first_writers_.assign(versions.size(), -1);
  for (std::uint32_t v = 0; v < versions.size(); ++v) {
    roots_[v] = versions[v].writer == kNone ? v : roots_[versions[v].previous];
  }
  nodes_.clear();
  const std::span<const Event> events = execution.events();
  node_by_event_.assign(events.size(), -1);
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (!events[i].eager) add(i);
  }
  order_.update(events, versions, 0);
}

void Graph::add(std::uint32_t position) {
  const Event& event = execution_->events()[position];
  const auto number = static_cast<std::int32_t>(nodes_.size());
  node_by_event_[position] = number;
  Node& node = nodes_.emplace_back();
  node.event = position;
  node.slot = {event.thread, event.index};
  node.move = {event.thread, static_cast<std::uint32_t>(event.label)};
  node.is_default = event.way == 0;
  node.writes = event.version_after != kNone;
  const auto step = static_cast<std::size_t>(number);
  if (step < task_->steps.size()) {
    const TaskStep& given = task_->steps[step];
    node.read = given.read;
    node.write = given.write;
    node.frozen = given.frozen;
    if (step == task_->new_write && node.writes) node.write = fresh_++;
  } else {
    node.read = fresh_++;
    node.write = fresh_++;
  }
  if (event.version_before == kNone) return;
  node.chain = roots_[event.version_before];
  const std::uint32_t writer = execution_->versions()[event.version_before].writer;
  if (writer != kNone) {
    node.source = node_by_event_[writer];
    Node& source = nodes_[static_cast<std::size_t>(node.source)];
    source.first_reader = std::min(source.first_reader, node.read);
    if (node.writes) source.next_writer = number;
  } else if (node.writes) {
    first_writers_[node.chain] = number;
  }
}

std::int32_t Graph::first_writer(std::uint32_t chain) const { return first_writers_[chain]; }

std::uint32_t Graph::chain_of(ObjectId object) const {
  return roots_[execution_->find_object(object)->version];
}

std::int32_t Graph::node_of(Slot slot) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].slot == slot) return static_cast<std::int32_t>(i);
  }
  return -1;
}

}  // namespace mcheck::trust
