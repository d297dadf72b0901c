// SPDX-License-Identifier: MIT
#include "dpor/weak/weak_graph.hpp"

#include <tuple>
#include <utility>

#include "engine/trace/order/dependency.hpp"

namespace mcheck::trust {
namespace {

// A thread that leaves a wait was notified or not: the order on the condition variable says so.
std::uint32_t cause_of(const Event& event) {
  return event.operation.kind == Kind::kLeave ? kNone : event.cause;
}

}  // namespace

void WeakGraph::build(const Execution& execution, Task& task, std::size_t kept_steps) {
  execution_ = &execution;
  task_ = &task;
  execution.weak_memory()->follow();
  const std::span<const Event> events = execution.events();
  const bool starts_over = widens() || kept_steps >= nodes_.size();
  const std::size_t kept_events = starts_over ? 0 : nodes_[kept_steps].event;
  nodes_.resize(kept_events == 0 ? 0 : kept_steps);
  causes_.resize(events.size() * width_);
  all_.resize(events.size() * width_);
  before_.resize(events.size());
  node_by_event_.resize(events.size());
  while (!newest_only_events_.empty() && newest_only_events_.back() >= kept_events)
    newest_only_events_.pop_back();
  add_versions(kept_events);
  last_of_.assign(width_, kNone);
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (i >= kept_events) {
      add_clocks(i);
      if (!events[i].eager) add_node(i);
    }
    last_of_[index(events[i].thread)] = i;
    if (events[i].operation.kind == Kind::kSpawn) last_of_[events[i].result] = i;
  }
  sort_writers();
  std::swap(steps_, task.steps);
  stamp();
}

bool WeakGraph::widens() {
  std::size_t width = width_;
  for (const Event& event : execution_->events()) {
    width = std::max<std::size_t>(width, index(event.thread) + std::size_t{1});
    if (event.operation.kind == Kind::kSpawn)
      width = std::max<std::size_t>(width, event.result + 1);
  }
  return std::exchange(width_, width) != width;
}

void WeakGraph::add_versions(std::size_t kept_events) {
  const std::span<const Version> versions = execution_->versions();
  places_in_modification_order(*execution_, places_);
  for (std::uint32_t& place : places_) place *= kPlaceStep / 2;
  if (kept_events == 0) chains_.clear();
  chains_.resize(versions.size());
  for (std::uint32_t i = 0; i < versions.size(); ++i) {
    const std::uint32_t writer = versions[i].writer;
    chains_[i] = writer == kNone ? i : chains_[execution_->events()[writer].version_before];
  }
}

void WeakGraph::join_past(std::uint32_t last, std::uint32_t cause, Clock& causes,
                          Clock& all) const {
  causes.assign(width_, 0);
  all.assign(width_, 0);
  for (const std::uint32_t before : {last, cause}) {
    if (before == kNone) continue;
    join_clock(causes, this->causes(before));
    join_clock(all, this->all(before));
  }
}

void WeakGraph::join_row(Rows& rows, std::uint32_t into, std::uint32_t other) {
  std::uint32_t* const to = rows.data() + into * width_;
  const std::uint32_t* const from = rows.data() + other * width_;
  for (std::size_t t = 0; t < width_; ++t) to[t] = std::max(to[t], from[t]);
}

void WeakGraph::add_clocks(std::uint32_t number) {
  const Event& event = execution_->events()[number];
  const std::uint32_t last = last_of_[index(event.thread)];
  before_[number] = last;
  for (Rows* rows : {&causes_, &all_}) {
    std::fill_n(rows->begin() + static_cast<std::ptrdiff_t>(number * width_), width_, 0u);
    if (last != kNone) join_row(*rows, number, last);
    if (cause_of(event) != kNone) join_row(*rows, number, cause_of(event));
  }
  if (touches_object(event.operation)) {
    const bool is_weak = this->is_weak(event.operation);
    const std::uint32_t writer = execution_->versions()[event.version_before].writer;
    if (writer != kNone && (!is_weak || event.operation.kind != Kind::kStore)) {
      join_row(causes_, number, writer);
      join_row(all_, number, writer);
    }
    if (event.version_after != kNone) {
      const std::uint32_t chain = chains_[event.version_after];
      for (const std::uint32_t other : newest_only_events_) {
        const std::uint32_t read = execution_->events()[other].version_before;
        if (chains_[read] == chain && places_[read] < places_[event.version_after])
          join_row(all_, number, other);
      }
    }
    if (!is_weak) newest_only_events_.push_back(number);
  }
  causes_[number * width_ + index(event.thread)] = event.index + 1;
  all_[number * width_ + index(event.thread)] = event.index + 1;
}

void WeakGraph::add_node(std::uint32_t number) {
  const Event& event = execution_->events()[number];
  node_by_event_[number] = static_cast<std::int32_t>(nodes_.size());
  WeakNode& node = nodes_.emplace_back();
  node.event = number;
  node.slot = {event.thread, event.index};
  node.is_default = event.way == 0;
  if (event.version_before == kNone) return;
  node.chain = chains_[event.version_before];
  const std::uint32_t writer = execution_->versions()[event.version_before].writer;
  if (writer != kNone) node.source = node_by_event_[writer];
  node.is_weak = is_weak(event.operation);
  node.reads = !node.is_weak || event.operation.kind != Kind::kStore;
  if (node.is_weak) node.is_default = outcome_of_way(event.way) == 0;
  node.writes = event.version_after != kNone;
}

// Places may have changed for all nodes.
void WeakGraph::sort_writers() {
  writers_.clear();
  ranges_.assign(chains_.size(), {});
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    WeakNode& node = nodes_[i];
    if (node.chain == kNone) continue;
    const Event& event = this->event(node);
    node.read_place = places_[event.version_before];
    if (!node.writes) continue;
    node.place = places_[event.version_after];
    writers_.push_back(i);
  }
  std::ranges::sort(writers_, {}, [&](std::uint32_t node) {
    return std::tuple(nodes_[node].chain, nodes_[node].place);
  });
  for (std::size_t i = 0; i < writers_.size(); ++i) {
    WriterRange& range = ranges_[nodes_[writers_[i]].chain];
    if (range.count++ == 0) range.from = i;
  }
}

void WeakGraph::past(const WeakNode& node, Clock& causes, Clock& all) const {
  join_past(before_[node.event], cause_of(event(node)), causes, all);
}

void WeakGraph::past(const ThreadRecord& blocked, Clock& causes, Clock& all) const {
  const std::uint32_t cause = blocked.pending.kind == Kind::kLeave ? kNone : blocked.cause;
  join_past(blocked.last_event, cause, causes, all);
}

std::int32_t WeakGraph::node_of(Slot slot) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].slot == slot) return static_cast<std::int32_t>(i);
  }
  return kNoNode;
}

void WeakGraph::stamp() {
  task_steps_ = steps_.size();
  Stamp newest = 0;
  for (const TaskStep& step : steps_) newest = std::max({newest, step.read, step.write});
  for (const Pin& pin : task_->pins) newest = std::max(newest, pin.stamp);
  const std::uint32_t new_write = task_->new_write;
  if (new_write < task_steps_ && nodes_[new_write].writes) steps_[new_write].write = ++newest;
  for (std::size_t i = task_steps_; i < nodes_.size(); ++i) {
    steps_.push_back(make_step(transition_of(event(nodes_[i])), newest + 1, newest + 2));
    newest += 2;
  }
  next_stamp_ = newest + 1;
}

}  // namespace mcheck::trust
