// SPDX-License-Identifier: MIT
#include "dpor/trust_children.hpp"

#include <algorithm>

namespace mcheck::trust {
namespace {

void join(std::vector<std::uint32_t>& into, VectorClock other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

bool seen(VectorClock clock, const Slot& slot) {
  return index(slot.thread) < clock.size() && clock[index(slot.thread)] > slot.index;
}

}  // namespace

Children::Candidate Children::candidate(std::size_t number) const {
  const Node& node = graph_.nodes()[number];
  const Event& event = graph_.event(node);
  Candidate it{.slot = node.slot,
               .operation = event.operation,
               .chain = node.chain,
               .read = node.read,
               .write = node.write,
               .node = static_cast<std::int32_t>(number),
               .way = event.way,
               .size = number};
  it.past = graph_.order().past(node.event);
  it.causes = graph_.order().past_causes(node.event);
  return it;
}

void Children::of_new_write(std::size_t number) {
  const Node& node = graph_.nodes()[number];
  if (!node.writes) return;
  Candidate it = candidate(number);
  it.size = number + 1;
  const Event& event = graph_.event(node);
  Way way{.version = node.source, .way = event.way, .exists = true};
  way.outcome.label = event.label;
  way.outcome.mode = event.mode;
  way.outcome.next = graph_.execution().state_at(event.version_after);
  revisits(it, way);
}

void Children::of_added(std::size_t number) { alternatives(candidate(number)); }

// Whoever is blocked may be thought of as asked in order, each after the ones before have decided
// to stay blocked for good: the pins say so, lest two tasks make the same graph.
void Children::of_blocked() {
  Stamp stamp = graph_.fresh() + 1;
  const Execution& execution = graph_.execution();
  for (const ThreadRecord& record : execution.threads()) {
    const Operation& pending = record.pending;
    if (record.status != ThreadRecord::Status::kReady || is_eager(pending.kind)) continue;
    if (pending.object == kNoObject || execution.ways(record) > 0) continue;
    if (record.circle_from != kNone) continue;  // in other executions it looks later
    Candidate it{.slot = {record.id, record.events},
                 .operation = pending,
                 .chain = graph_.chain_of(pending.object),
                 .read = stamp,
                 .write = stamp + 1,
                 .size = graph_.nodes().size()};
    const std::uint32_t cause = pending.kind == Kind::kLeave ? kNone : record.cause;
    blocked_past_.clear();
    blocked_causes_.clear();
    for (const std::uint32_t before : {record.last_event, cause}) {
      if (before == kNone) continue;
      join(blocked_past_, graph_.order().all(before));
      join(blocked_causes_, graph_.order().causes(before));
    }
    it.past = blocked_past_;
    it.causes = blocked_causes_;
    alternatives(it);
    const std::uint32_t writer =
        execution.versions()[execution.find_object(pending.object)->version].writer;
    if (writer != kNone) {
      const Event& newest = execution.events()[writer];
      blocked_pins_.push_back({stamp - 1, it.slot, {newest.thread, newest.index}});
    }
    ++stamp;
  }
}

void Children::alternatives(const Candidate& it) {
  if (it.chain == kNoObjectChain) {
    const std::uint32_t ways = graph_.execution().ways(it.operation, it.slot.thread, {});
    for (std::uint32_t way = 0; way < ways; ++way) {
      if (way == it.way) continue;
      forward(it, graph_.execution().outcome_of(it.operation, it.slot.thread, {}, way));
    }
    return;
  }
  // From the newest version back to the one that the event's own past has made, or seen made: what
  // was written over by something that comes before the event cannot be read.
  const std::int32_t lowest = lowest_version(it);
  const std::int32_t newest = newest_version(it);
  for (std::int32_t version = newest; version >= lowest;) {
    alternatives_at(it, version, version == newest);
    if (version == kFirstVersion) return;
    const Node& node = graph_.nodes()[static_cast<std::size_t>(version)];
    if (seen(it.past, node.slot)) return;
    version = node.source;
  }
}

void Children::alternatives_at(const Candidate& it, std::int32_t version, bool newest) {
  const Execution& execution = graph_.execution();
  // Where it stood there with that version it may have been seen to lead nowhere.
  if (execution.spins(it.slot.thread, it.slot.index, graph_.version_at(it.chain, version))) return;
  const State state = graph_.state_at(it.chain, version);
  const std::uint32_t ways = execution.ways(it.operation, it.slot.thread, state);
  for (std::uint32_t w = 0; w < ways; ++w) {
    const Way way{.version = version,
                  .way = w,
                  .outcome = execution.outcome_of(it.operation, it.slot.thread, state, w)};
    if (way.outcome.mode == Mode::kRead) {
      reading(it, way, newest);
    } else {
      writing(it, way, newest);
    }
  }
}

// What the event read where it ran; what a blocked one would read.
std::int32_t Children::newest_version(const Candidate& it) const {
  if (it.node >= 0) return graph_.nodes()[static_cast<std::size_t>(it.node)].source;
  return graph_.current_version(it.operation.object);
}

// The version from which on a slot may read.
std::int32_t Children::lowest_version(const Candidate& it) const {
  std::int32_t lowest = kFirstVersion;
  if (canary_ == Canary::kForgetsPins) return lowest;
  for (const Pin& pin : graph_.pins()) {
    if (pin.slot == it.slot) lowest = std::max(lowest, graph_.node_of(pin.version));
  }
  return lowest;
}

TaskStep Children::step_of(std::size_t number) const {
  const Node& node = graph_.nodes()[number];
  return {.move = node.move, .read = node.read, .write = node.write, .frozen = node.frozen};
}

// An empty one with room for so many.
Task Children::task_of(std::size_t steps) {
  Task task;
  if (!spare_.empty()) {
    task.steps = std::move(spare_.back());
    spare_.pop_back();
    task.steps.clear();
  }
  task.steps.reserve(steps);
  return task;
}

// The event reads, and changes nothing. Where it reads an older version, it goes before the event
// that wrote over that, and so does all that comes before it; nothing is deleted.
void Children::reading(const Candidate& it, const Way& way, bool newest) {
  if (newest) {
    if (it.node >= 0 && way.way != it.way) forward(it, way.outcome);
    return;
  }
  const auto over = static_cast<std::size_t>(graph_.writer_after(it.chain, way.version));
  if (seen(it.past, graph_.nodes()[over].slot)) return;
  Task task = task_of(it.size + 1);
  for (std::size_t i = 0; i < over; ++i) task.steps.push_back(step_of(i));
  for (std::size_t i = over; i < it.size; ++i) {
    if (seen(it.past, graph_.nodes()[i].slot)) task.steps.push_back(step_of(i));
  }
  task.steps.push_back(
      {.move = move_for(it.operation, it.slot.thread, way.outcome), .read = it.read});
  for (std::size_t i = over; i < it.size; ++i) {
    if (!seen(it.past, graph_.nodes()[i].slot)) task.steps.push_back(step_of(i));
  }
  task.pins.assign(graph_.pins().begin(), graph_.pins().end());
  task.pins.insert(task.pins.end(), blocked_pins_.begin(), blocked_pins_.end());
  out_.push_back(std::move(task));
}

// Another data choice than the default, where the event is: the child itself makes the revisits of
// its write part, since a revisit made here, too, would be made twice.
void Children::writing(const Candidate& it, const Way& way, bool newest) {
  if (newest && it.node >= 0 && way.way != it.way) {
    forward(it, way.outcome);
    out_.back().new_write = static_cast<std::uint32_t>(it.size);
  } else {
    revisits(it, way);
  }
}

// Another outcome than the default, at the same place.
void Children::forward(const Candidate& it, const Outcome& outcome) {
  Task task = task_of(it.size + 1);
  for (std::size_t i = 0; i < it.size; ++i) task.steps.push_back(step_of(i));
  task.steps.push_back({.move = move_for(it.operation, it.slot.thread, outcome),
                        .read = it.read,
                        .write = it.write});
  task.pins.assign(graph_.pins().begin(), graph_.pins().end());
  out_.push_back(std::move(task));
}

}  // namespace mcheck::trust
