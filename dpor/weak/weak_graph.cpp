// SPDX-License-Identifier: MIT
#include "dpor/weak/weak_graph.hpp"

#include <algorithm>
#include <utility>

#include "engine/search/weak_memory/weak_memory.hpp"
#include "engine/trace/order/dependency.hpp"
#include "engine/trace/order/sequential_order.hpp"
#include "engine/trace/order/synchronization.hpp"

namespace mcheck::trust {

void WeakGraph::build(const Execution& execution, Task& task) {
  execution_ = &execution;
  task_ = &task;
  const std::span<const Event> events = execution.events();
  find_width();
  find_chains();
  nodes_.clear();
  has_seq_cst_ = false;
  causes_.assign(events.size() * width_, 0);
  all_.assign(events.size() * width_, 0);
  happens_before_.assign(events.size() * width_, 0);
  next_.assign(width_ * width_, 0);
  last_of_.assign(width_, kNone);
  node_by_event_.assign(events.size(), kNoNode);
  bound_readers_.assign(execution.versions().size(), {});
  Synchronization synchronization;
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const Synchronization::Clock before = synchronization.clock_of(events[i].thread);
    std::copy_n(before.begin(), std::min(width_, before.size()), happens_before_.begin() +
                                                      static_cast<std::ptrdiff_t>(i * width_));
    synchronization.follow(events.first(i + 1));
    has_seq_cst_ = has_seq_cst_ || is_seq_cst(events[i]);
    add_clocks(i);
    if (!events[i].eager) add_node(i);
  }
  for (std::size_t t = 0; t < width_; ++t) {
    const Synchronization::Clock now = synchronization.clock_of(ThreadId(t));
    std::copy_n(now.begin(), std::min(width_, now.size()),
                next_.begin() + static_cast<std::ptrdiff_t>(t * width_));
  }
  for (std::vector<std::uint32_t>& writers : writers_) {
    std::ranges::sort(writers, {}, [&](std::uint32_t node) { return nodes_[node].place; });
  }
  std::swap(steps_, task.steps);
  stamp();
}

void WeakGraph::find_width() {
  width_ = 1;
  for (const Event& event : execution_->events()) {
    width_ = std::max<std::size_t>(width_, index(event.thread) + std::size_t{1});
    if (event.operation.kind == Kind::kSpawn) {
      width_ = std::max<std::size_t>(width_, event.result + 1);
    }
  }
}

void WeakGraph::find_chains() {
  const std::span<const Version> versions = execution_->versions();
  places_ = places_in_modification_order(*execution_);
  for (std::uint32_t& place : places_) place *= kPlaceStep / 2;
  chains_.resize(versions.size());
  writers_.assign(versions.size(), {});
  for (std::uint32_t i = 0; i < versions.size(); ++i) {
    const std::uint32_t writer = versions[i].writer;
    chains_[i] = writer == kNone ? i : chains_[execution_->events()[writer].version_before];
  }
}

bool WeakGraph::is_free(const Operation& operation) const {
  return execution_->weak_memory()->is_free(operation);
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

namespace {

// A thread that leaves a wait was notified or not: the order on the condition variable says so.
std::uint32_t cause_of(const Event& event) {
  return event.operation.kind == Kind::kLeave ? kNone : event.cause;
}

}  // namespace

void WeakGraph::add_clocks(std::uint32_t number) {
  const Event& event = execution_->events()[number];
  Clock causes;
  Clock all;
  join_past(last_of_[index(event.thread)], cause_of(event), causes, all);
  const bool touches = touches_object(event.operation);
  const bool is_free = touches && this->is_free(event.operation);
  if (touches && (!is_free || event.operation.kind != Kind::kStore)) {
    const std::uint32_t writer = execution_->versions()[event.version_before].writer;
    if (writer != kNone) {
      join_clock(causes, this->causes(writer));
      join_clock(all, this->all(writer));
    }
  }
  if (touches) {
    std::vector<std::uint32_t>& readers = bound_readers_[chains_[event.version_before]];
    if (event.version_after != kNone) {
      for (const std::uint32_t reader : readers) {
        const std::uint32_t read = execution_->events()[reader].version_before;
        if (places_[read] < places_[event.version_after]) join_clock(all, this->all(reader));
      }
    }
    if (!is_free) readers.push_back(number);
  }
  causes[index(event.thread)] = all[index(event.thread)] = event.index + 1;
  std::ranges::copy(causes, causes_.begin() + static_cast<std::ptrdiff_t>(number * width_));
  std::ranges::copy(all, all_.begin() + static_cast<std::ptrdiff_t>(number * width_));
  last_of_[index(event.thread)] = number;
  if (event.operation.kind == Kind::kSpawn) last_of_[event.result] = number;
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
  node.read_place = places_[event.version_before];
  node.is_free = is_free(event.operation);
  node.reads = !node.is_free || event.operation.kind != Kind::kStore;
  if (node.is_free) node.is_default = outcome_of_way(event.way) == 0;
  node.writes = event.version_after != kNone;
  if (!node.writes) return;
  node.place = places_[event.version_after];
  writers_[node.chain].push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
}

void WeakGraph::past(const WeakNode& node, Clock& causes, Clock& all) const {
  const Event& own = event(node);
  std::uint32_t last = kNone;
  for (std::uint32_t i = node.event; i-- > 0 && last == kNone;) {
    const Event& before = execution_->events()[i];
    const bool starts =
        before.operation.kind == Kind::kSpawn && ThreadId(before.result) == own.thread;
    if (before.thread == own.thread || starts) last = i;
  }
  join_past(last, cause_of(own), causes, all);
}

void WeakGraph::past(const ThreadRecord& blocked, Clock& causes, Clock& all) const {
  const std::uint32_t cause = blocked.pending.kind == Kind::kLeave ? kNone : blocked.cause;
  join_past(blocked.last_event, cause, causes, all);
}

std::span<const std::uint32_t> WeakGraph::writers(std::uint32_t chain) const {
  return writers_[chain];
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
