// SPDX-License-Identifier: MIT
#include "dpor/trust/execution_graph.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/invariant.hpp"

namespace mcheck::trust {

void ExecutionGraph::build(const Execution& execution, Task& task, std::size_t kept_steps) {
  execution_ = &execution;
  task_ = &task;
  const std::span<const Event> events = execution.events();
  const std::span<const Version> versions = execution.versions();
  const std::size_t words = words_for(execution);
  const bool uses_sets = words * events.size() <= max_words_;
  const bool can_extend =
      words == set_words_ && uses_sets == uses_sets_ && kept_steps < nodes_.size();
  set_words_ = words;
  uses_sets_ = uses_sets;
  const std::uint32_t kept_events = can_extend ? nodes_[kept_steps].event : 0;
  truncate(kept_events == 0 ? 0 : kept_steps);
  if (first_writers_.size() < versions.size()) {
    first_writers_.resize(2 * versions.size(), -1);
    last_nodes_.resize(2 * versions.size(), -1);
  }
  if (node_by_event_.size() < events.size()) node_by_event_.resize(2 * events.size());
  if (uses_sets) {
    order_.truncate(kept_events,
                    {.events = events.size(), .versions = versions.size(), .words = words});
  } else {
    clocks_.update(events, versions, kept_events);
  }
  add_nodes(kept_events);
  std::swap(steps_, task.steps);
  stamp();
}

// Never fewer than before, or what is kept would have to be discarded.
std::size_t ExecutionGraph::words_for(const Execution& execution) const {
  return std::max(set_words_, execution.steps() / NodeSet::kBits + 1);
}

void ExecutionGraph::truncate(std::size_t nodes) {
  if (!uses_sets_) {
    if (nodes == 0) threads_.clear(set_words_);
    for (std::size_t i = nodes_.size(); nodes > 0 && i > nodes; --i) {
      threads_.remove_last(nodes_[i - 1].slot.thread);
    }
  }
  while (nodes_.size() > nodes) {
    const Node& node = nodes_.back();
    if (node.chain != kNoChain) {
      last_nodes_[node.chain] = node.before;
      if (node.writes && node.source == kFirstVersion) {
        first_writers_[node.chain] = -1;
      } else if (node.writes) {
        nodes_[static_cast<std::size_t>(node.source)].next_writer = -1;
      }
    }
    nodes_.pop_back();
  }
}

// Adds the choices among the events from this one on. A node that overwrites a version is recorded
// at the source of that version.
[[gnu::always_inline]] inline void ExecutionGraph::add_nodes(std::uint32_t from) {
  const std::span<const Event> events = execution_->events();
  const Version* const versions = execution_->versions().data();
  for (std::uint32_t event_index = from; event_index < events.size(); ++event_index) {
    const Event& event = events[event_index];
    if (event.eager) continue;
    const auto node_index = static_cast<std::int32_t>(nodes_.size());
    node_by_event_[event_index] = node_index;
    Node& node = nodes_.emplace_back();
    node.event = event_index;
    node.slot = {event.thread, event.index};
    node.writes = event.version_after != kNone;
    node.is_default = event.way == 0;
    const std::uint32_t version = event.version_before;
    if (version != kNone) {
      std::int32_t* overwriter = &first_writers_[version];
      node.chain = version;
      if (versions[version].writer != kNone) {
        node.source = node_by_event_[versions[version].writer];
        Node& source = nodes_[static_cast<std::size_t>(node.source)];
        node.chain = source.chain;
        overwriter = &source.next_writer;
      }
      if (node.writes) *overwriter = node_index;
      node.before = std::exchange(last_nodes_[node.chain], node_index);
    }
    if (!uses_sets_) threads_.add(node.slot, static_cast<std::uint32_t>(node_index));
  }
  MCHECK_INVARIANT(nodes_.size() <= set_words_ * NodeSet::kBits,
                   "each choice is a step and has a bit");
}

// Extends the order to the events that are needed.
void ExecutionGraph::extend_order(std::size_t end) {
  const std::span<const Event> events = execution_->events().first(end);
  const std::span<const Version> versions = execution_->versions();
  for (const Event& event : events.subspan(order_.events())) {
    const std::uint32_t node =
        event.eager ? kNone : static_cast<std::uint32_t>(node_by_event_[order_.events()]);
    if (set_words_ == 1) {
      order_.add<true>(event, versions, node);
    } else {
      order_.add<false>(event, versions, node);
    }
  }
}

[[gnu::always_inline]] inline void ExecutionGraph::stamp() {
  task_steps_ = steps_.size();
  Stamp newest = 0;
  for (const TaskStep& step : steps_) {
    newest = step.read > newest ? step.read : newest;
    newest = step.write > newest ? step.write : newest;
  }
  for (const Pin& pin : task_->pins) newest = std::max(newest, pin.stamp);
  const std::uint32_t new_write = task_->new_write;
  if (new_write < task_steps_ && nodes_[new_write].writes) steps_[new_write].write = ++newest;
  non_default_nodes_.clear();
  for (std::size_t i = task_steps_; i < nodes_.size(); ++i) {
    if (!nodes_[i].is_default) non_default_nodes_.push_back(static_cast<std::uint32_t>(i));
    steps_.push_back(make_step(transition_of(event(nodes_[i])), newest + 1, newest + 2));
    newest += 2;
  }
  next_stamp_ = newest + 1;
}

void ExecutionGraph::find_past_by_clocks(std::uint32_t event, const PastSets& found) const {
  found.all.clear();
  found.causes.clear();
  threads_.add_seen(found.all, clocks_.past(event));
  threads_.add_seen(found.causes, clocks_.past_causes(event));
}

void ExecutionGraph::find_past_by_clocks(const EventOrder::Past& past,
                                         const PastSets& found) const {
  found.all.clear();
  found.causes.clear();
  for (const std::uint32_t before : {past.last, past.cause}) {
    if (before == kNone) continue;
    threads_.add_seen(found.all, clocks_.all(before));
    threads_.add_seen(found.causes, clocks_.causes(before));
  }
}

void ExecutionGraph::join_causes_by_clocks(NodeSet& set, const NodeSet& one,
                                           std::uint32_t event) const {
  set = one;
  if (event != kNone) threads_.add_seen(set, clocks_.causes(event));
}

// No event makes an object's first version, nor the last one of an object that has ended.
std::uint32_t ExecutionGraph::chain_of_version(std::uint32_t version) const {
  const std::uint32_t writer = execution_->versions()[version].writer;
  if (writer == kNone) return version;
  return nodes_[static_cast<std::size_t>(node_by_event_[writer])].chain;
}

std::int32_t ExecutionGraph::current_version(ObjectId object) const {
  const std::uint32_t writer =
      execution_->versions()[execution_->find_object(object)->version].writer;
  return writer == kNone ? kFirstVersion : node_by_event_[writer];
}

std::int32_t ExecutionGraph::node_of(Slot slot) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].slot == slot) return static_cast<std::int32_t>(i);
  }
  return -1;
}

}  // namespace mcheck::trust
