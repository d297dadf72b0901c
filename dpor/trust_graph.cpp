// SPDX-License-Identifier: MIT
#include "dpor/trust_graph.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/invariant.hpp"

namespace mcheck::trust {

void Graph::build(const Execution& execution, Task& task, std::size_t keep) {
  execution_ = &execution;
  task_ = &task;
  const std::span<const Event> events = execution.events();
  const std::span<const Version> versions = execution.versions();
  const std::size_t words = words_for(execution);
  const bool by_sets = words * events.size() <= most_words_;
  const bool goes_on = words == words_ && by_sets == by_sets_ && keep < nodes_.size();
  words_ = words;
  by_sets_ = by_sets;
  const std::uint32_t kept_events = goes_on ? nodes_[keep].event : 0;
  cut(kept_events == 0 ? 0 : keep);
  if (first_writers_.size() < versions.size()) {
    first_writers_.resize(2 * versions.size(), -1);
    last_on_.resize(2 * versions.size(), -1);
  }
  if (node_by_event_.size() < events.size()) node_by_event_.resize(2 * events.size());
  if (by_sets) {
    sets_.cut(kept_events, {.events = events.size(), .versions = versions.size(), .words = words});
  } else {
    clocks_.update(events, versions, kept_events);
  }
  add_nodes(kept_events);
  std::swap(steps_, task.steps);
  stamp();
}

// Never fewer than before, or what is kept would have to be discarded.
std::size_t Graph::words_for(const Execution& execution) const {
  return std::max(words_, execution.steps() / NodeSet::kBits + 1);
}

void Graph::cut(std::size_t nodes) {
  if (!by_sets_) {
    if (nodes == 0) threads_.clear(words_);
    for (std::size_t i = nodes_.size(); nodes > 0 && i > nodes; --i) {
      threads_.remove_last(nodes_[i - 1].slot.thread);
    }
  }
  while (nodes_.size() > nodes) {
    const Node& node = nodes_.back();
    if (node.chain != kNoObjectChain) {
      last_on_[node.chain] = node.before;
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
[[gnu::always_inline]] inline void Graph::add_nodes(std::uint32_t from) {
  const std::span<const Event> events = execution_->events();
  const Version* const versions = execution_->versions().data();
  for (std::uint32_t position = from; position < events.size(); ++position) {
    const Event& event = events[position];
    if (event.eager) continue;
    const auto number = static_cast<std::int32_t>(nodes_.size());
    node_by_event_[position] = number;
    Node& node = nodes_.emplace_back();
    node.event = position;
    node.slot = {event.thread, event.index};
    node.writes = event.version_after != kNone;
    node.is_default = event.way == 0;
    const std::uint32_t version = event.version_before;
    if (version != kNone) {
      std::int32_t* over = &first_writers_[version];
      node.chain = version;
      if (versions[version].writer != kNone) {
        node.source = node_by_event_[versions[version].writer];
        Node& source = nodes_[static_cast<std::size_t>(node.source)];
        node.chain = source.chain;
        over = &source.next_writer;
      }
      if (node.writes) *over = number;
      node.before = std::exchange(last_on_[node.chain], number);
    }
    if (!by_sets_) threads_.add(node.slot, static_cast<std::uint32_t>(number));
  }
  MCHECK_INVARIANT(nodes_.size() <= words_ * NodeSet::kBits, "each choice is a step, with a bit");
}

// Extends the order to the events that are needed.
void Graph::order_up_to(std::size_t end) {
  const std::span<const Event> events = execution_->events().first(end);
  const std::span<const Version> versions = execution_->versions();
  for (const Event& event : events.subspan(sets_.events())) {
    const std::uint32_t node =
        event.eager ? kNone : static_cast<std::uint32_t>(node_by_event_[sets_.events()]);
    if (words_ == 1) {
      sets_.add<true>(event, versions, node);
    } else {
      sets_.add<false>(event, versions, node);
    }
  }
}

[[gnu::always_inline]] inline void Graph::stamp() {
  given_ = steps_.size();
  Stamp newest = 0;
  for (const TaskStep& step : steps_) {
    newest = step.read > newest ? step.read : newest;
    newest = step.write > newest ? step.write : newest;
  }
  for (const Pin& pin : task_->pins) newest = std::max(newest, pin.stamp);
  const std::uint32_t new_write = task_->new_write;
  if (new_write < given_ && nodes_[new_write].writes) steps_[new_write].write = ++newest;
  others_.clear();
  for (std::size_t i = given_; i < nodes_.size(); ++i) {
    if (!nodes_[i].is_default) others_.push_back(static_cast<std::uint32_t>(i));
    steps_.push_back(step_for(move_of(event(nodes_[i])), newest + 1, newest + 2));
    newest += 2;
  }
  fresh_ = newest + 1;
}

void Graph::find_past_by_clocks(std::uint32_t event, const Before& found) const {
  found.all.clear();
  found.causes.clear();
  threads_.add_seen(found.all, clocks_.past(event));
  threads_.add_seen(found.causes, clocks_.past_causes(event));
}

void Graph::find_past_by_clocks(const Order::Past& past, const Before& found) const {
  found.all.clear();
  found.causes.clear();
  for (const std::uint32_t before : {past.last, past.cause}) {
    if (before == kNone) continue;
    threads_.add_seen(found.all, clocks_.all(before));
    threads_.add_seen(found.causes, clocks_.causes(before));
  }
}

void Graph::join_causes_by_clocks(NodeSet& set, const NodeSet& one, std::uint32_t event) const {
  set = one;
  if (event != kNone) threads_.add_seen(set, clocks_.causes(event));
}

// No event makes an object's first version, nor the last one of an object that has ended.
std::uint32_t Graph::chain_of_version(std::uint32_t version) const {
  const std::uint32_t writer = execution_->versions()[version].writer;
  if (writer == kNone) return version;
  return nodes_[static_cast<std::size_t>(node_by_event_[writer])].chain;
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
