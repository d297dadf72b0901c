// SPDX-License-Identifier: MIT
#include "dpor/trust_graph.hpp"

#include <algorithm>
#include <utility>

namespace mcheck::trust {

void Graph::build(const Execution& execution, const Task& task, std::size_t keep) {
  execution_ = &execution;
  task_ = &task;
  fresh_ = 1;
  for (const TaskStep& step : task.steps) {
    fresh_ = std::max({fresh_, step.read + 1, step.write + 1});
  }
  for (const Pin& pin : task.pins) fresh_ = std::max(fresh_, pin.stamp + 1);

  const std::span<const Event> events = execution.events();
  const std::span<const Version> versions = execution.versions();
  const std::size_t kept_events = keep < nodes_.size() ? nodes_[keep].event : 0;
  nodes_.resize(kept_events == 0 ? 0 : keep);
  roots_.resize(versions.size());
  first_writers_.assign(versions.size(), -1);
  last_on_.assign(versions.size(), -1);
  for (std::uint32_t v = 0; v < versions.size(); ++v) {
    roots_[v] = versions[v].writer == kNone ? v : roots_[versions[v].previous];
  }
  node_by_event_.resize(events.size());
  for (auto i = static_cast<std::uint32_t>(kept_events); i < events.size(); ++i) {
    if (!events[i].eager) add(i);
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) stamp(i);
  for (std::size_t i = 0; i < nodes_.size(); ++i) link(i);
  order_.update(events, versions, kept_events);
}

void Graph::add(std::uint32_t position) {
  const Event& event = execution_->events()[position];
  node_by_event_[position] = static_cast<std::int32_t>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.event = position;
  node.slot = {event.thread, event.index};
  node.move = move_of(event);
  node.is_default = event.way == 0;
  node.writes = event.version_after != kNone;
  if (event.version_before == kNone) return;
  node.chain = roots_[event.version_before];
  const std::uint32_t writer = execution_->versions()[event.version_before].writer;
  if (writer != kNone) node.source = node_by_event_[writer];
}

void Graph::stamp(std::size_t step) {
  Node& node = nodes_[step];
  node.next_writer = -1;
  node.first_reader = ~Stamp{0};
  node.frozen = false;
  if (step >= task_->steps.size()) {
    node.read = fresh_++;
    node.write = fresh_++;
    return;
  }
  const TaskStep& given = task_->steps[step];
  node.read = given.read;
  node.write = step == task_->new_write && node.writes ? fresh_++ : given.write;
  node.frozen = given.frozen;
}

// Tells the source of a node who reads it and who writes over it.
void Graph::link(std::size_t number) {
  Node& node = nodes_[number];
  if (node.chain == kNoObjectChain) return;
  const auto self = static_cast<std::int32_t>(number);
  node.before = std::exchange(last_on_[node.chain], self);
  if (node.source == kFirstVersion) {
    if (node.writes) first_writers_[node.chain] = self;
    return;
  }
  Node& source = nodes_[static_cast<std::size_t>(node.source)];
  source.first_reader = std::min(source.first_reader, node.read);
  if (node.writes) source.next_writer = self;
}

std::int32_t Graph::first_writer(std::uint32_t chain) const { return first_writers_[chain]; }

std::uint32_t Graph::chain_of(ObjectId object) const {
  return roots_[execution_->find_object(object)->version];
}

std::int32_t Graph::current_version(ObjectId object) const {
  const std::uint32_t writer =
      execution_->versions()[execution_->find_object(object)->version].writer;
  return writer == kNone ? kFirstVersion : node_by_event_[writer];
}

std::int32_t Graph::node_of(Slot slot) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].slot == slot) return static_cast<std::int32_t>(i);
  }
  return -1;
}

}  // namespace mcheck::trust
