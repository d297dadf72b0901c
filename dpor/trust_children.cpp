// SPDX-License-Identifier: MIT
#include "dpor/trust_children.hpp"

#include <algorithm>

#include "dpor/trust_step.hpp"

namespace mcheck::trust {

void Children::begin() {
  blocked_pins_.clear();
  out_.follow(graph_.steps());
  if (words_ == graph_.words()) return;
  words_ = graph_.words();
  for (NodeSet* set : {&candidate_.past, &candidate_.causes, &prefix_, &kept_}) set->resize(words_);
}

// A node that ran, to be added to the first `size` nodes.
inline void Children::take(std::size_t number, std::size_t size) {
  const Node& node = graph_.nodes()[number];
  const TaskStep& step = graph_.steps()[number];
  const Event& event = graph_.event(node);
  Candidate& it = candidate_;
  it.slot = node.slot;
  it.operation = &event.operation;
  it.chain = node.chain;
  it.read = step.read;
  it.write = step.write;
  it.node = static_cast<std::int32_t>(number);
  it.way = event.way;
  it.hands_on = hands_something_on(node);
  it.size = size;
  graph_.find_past(node, {.all = it.past, .causes = it.causes});
}

// An operation that was blocked at the end.
void Children::take(const ThreadRecord& record, Stamp stamp) {
  Candidate& it = candidate_;
  it.slot = {record.id, record.events};
  it.operation = &record.pending;
  it.chain = graph_.chain_of(record.pending.object);
  it.read = stamp;
  it.write = stamp + 1;
  it.node = -1;
  it.way = kNone;
  it.size = graph_.nodes().size();
  const std::uint32_t cause = record.pending.kind == Kind::kLeave ? kNone : record.cause;
  graph_.find_past({.last = record.last_event, .cause = cause},
                   {.all = it.past, .causes = it.causes});
}

void Children::of_new_write(std::size_t number) {
  if (!graph_.nodes()[number].writes) return;
  take(number, number + 1);
  Way way = ran(candidate_);
  way.exists = true;
  begin_walk();
  revisits(candidate_, way);
}

// Whether there is clearly no other variant: the operation has one outcome, reads the object's
// first version or one of its own thread, and no other event read what it overwrote.
inline bool Children::had_no_choice(const Node& node) const {
  if (node.chain == kNoObjectChain || hands_something_on(node)) return false;
  if (!has_one_way(graph_.event(node).operation)) return false;
  if (node.source == kFirstVersion) return true;
  return graph_.nodes()[static_cast<std::size_t>(node.source)].slot.thread == node.slot.thread;
}

void Children::of_added(std::size_t number) {
  if (had_no_choice(graph_.nodes()[number])) return;
  take(number, number);
  alternatives(candidate_);
}

// Blocked operations are processed in order, each after the ones before have decided to stay
// blocked for good. Pins record that, so that no two tasks make the same graph.
void Children::of_blocked() {
  Stamp stamp = graph_.fresh() + 1;
  const Execution& execution = graph_.execution();
  for (const ThreadRecord& record : execution.threads()) {
    const Operation& pending = record.pending;
    if (record.status != ThreadRecord::Status::kReady || is_eager(pending.kind)) continue;
    if (pending.object == kNoObject || execution.ways(record) > 0) continue;
    if (record.circle_from != kNone) continue;  // in other executions it reads later
    take(record, stamp);
    alternatives(candidate_);
    const std::uint32_t writer =
        execution.versions()[execution.find_object(pending.object)->version].writer;
    if (writer != kNone) {
      const Event& newest = execution.events()[writer];
      blocked_pins_.push_back({stamp - 1, candidate_.slot, {newest.thread, newest.index}});
    }
    ++stamp;
  }
}

void Children::alternatives(const Candidate& it) {
  if (it.chain == kNoObjectChain) {
    const std::uint32_t ways = graph_.execution().ways(*it.operation, it.slot.thread, {});
    for (std::uint32_t way = 0; way < ways; ++way) {
      if (way == it.way) continue;
      forward(it, move_in(graph_.execution(), *it.operation, it.slot.thread, {}, way), false);
    }
    return;
  }
  // From the newest version back to the one that the event's own past has made or read: a version
  // that was overwritten by something before the event cannot be read.
  begin_walk();
  const std::int32_t lowest = lowest_version(it);
  const std::int32_t newest = newest_version(it);
  for (std::int32_t version = newest; version >= lowest;) {
    alternatives_at(it, version, version == newest);
    if (version == kFirstVersion) return;
    const auto node = static_cast<std::size_t>(version);
    if (it.past.has(node)) return;
    version = graph_.nodes()[node].source;
    // The event that overwrote it cannot be deleted, as another version would require.
    const Version& first =
        graph_.execution().versions()[graph_.version_at(it.chain, kFirstVersion)];
    const bool writes = always_writes(*it.operation, graph_.state_at(it.chain, version), first);
    if (writes && !can_go(node)) return;
  }
}

[[gnu::always_inline]] inline void Children::alternatives_at(const Candidate& it,
                                                             std::int32_t version, bool newest) {
  const Execution& execution = graph_.execution();
  // With that version it may be known to spin.
  if (execution.may_try() &&
      execution.spins(it.slot.thread, it.slot.index, graph_.version_at(it.chain, version))) {
    return;
  }
  const std::uint32_t ways =
      ways_in(execution, *it.operation, it.slot.thread, graph_.state_at(it.chain, version));
  for (std::uint32_t w = 0; w < ways; ++w) {
    const bool as_it_ran = newest && w == it.way;
    // It did not change the object, or no event could read what it made.
    if (as_it_ran && !it.hands_on) continue;
    const Way way = as_it_ran ? ran(it) : way_at(it, version, w);
    if (way.next == nullptr) {
      reading(it, way, newest);
    } else {
      writing(it, way, newest);
    }
  }
}

// The variant that ran.
inline Children::Way Children::ran(const Candidate& it) {
  const auto number = static_cast<std::size_t>(it.node);
  const Node& node = graph_.nodes()[number];
  Way way{.version = node.source, .way = it.way, .move = graph_.steps()[number].move()};
  if (node.writes) {
    next_ = graph_.execution().state_at(graph_.event(node).version_after);
    way.next = &next_;
  }
  return way;
}

inline Children::Way Children::way_at(const Candidate& it, std::int32_t version, std::uint32_t w) {
  Way way{.version = version, .way = w};
  const State state = graph_.state_at(it.chain, version);
  const bool writes = step_in(graph_.execution(), *it.operation, it.slot.thread, state, w,
                              {.move = way.move, .next = next_});
  if (writes) way.next = &next_;
  return way;
}

// The version that the event read, or that a blocked one would read.
inline std::int32_t Children::newest_version(const Candidate& it) const {
  if (it.node >= 0) return graph_.nodes()[static_cast<std::size_t>(it.node)].source;
  return graph_.current_version(it.operation->object);
}

// The oldest version that the pins allow the candidate to read.
inline std::int32_t Children::lowest_version(const Candidate& it) const {
  std::int32_t lowest = kFirstVersion;
  if (graph_.pins().empty() || canary_ == Canary::kForgetsPins) return lowest;
  for (const Pin& pin : graph_.pins()) {
    if (pin.slot == it.slot) lowest = std::max(lowest, graph_.node_of(pin.version));
  }
  return lowest;
}

// The event reads and changes nothing. If it reads an older version, it and its past move before
// the event that overwrote that version; nothing is deleted.
inline void Children::reading(const Candidate& it, const Way& way, bool newest) {
  if (newest) {
    if (it.node >= 0 && way.way != it.way) forward(it, way.move, false);
    return;
  }
  const auto over = static_cast<std::size_t>(graph_.writer_after(it.chain, way.version));
  if (it.past.has(over)) return;
  out_.push();
  out_.keep(0, over);
  keep(it.past, over, it.size);
  out_.add(step_for(way.move, it.read));
  keep(it.past, over, it.size, false);
  out_.add(graph_.pins());
  out_.add(std::span<const Pin>(blocked_pins_));
}

// Another data choice than the default at the same place: the child itself makes the revisits of
// its write part, because a revisit made here would be made twice.
inline void Children::writing(const Candidate& it, const Way& way, bool newest) {
  if (newest && it.node >= 0 && way.way != it.way) {
    forward(it, way.move, true);
  } else {
    revisits(it, way);
  }
}

// Another outcome than the default at the same place.
void Children::forward(const Candidate& it, const Move& move, bool is_new_write) {
  out_.push();
  out_.keep(0, it.size);
  if (is_new_write) out_.expect_new_write();
  out_.add(step_for(move, it.read, it.write));
  out_.add(graph_.pins());
}

}  // namespace mcheck::trust
