// SPDX-License-Identifier: MIT
#include "dpor/trust/child_tasks.hpp"

#include <algorithm>

#include "dpor/trust/step_output.hpp"

namespace mcheck::trust {

void ChildTasks::begin() {
  blocked_pins_.clear();
  out_.begin_family(graph_.steps());
  if (words_ == graph_.words()) return;
  words_ = graph_.words();
  for (NodeSet* set : {&candidate_.past, &candidate_.causes, &prefix_, &kept_}) set->resize(words_);
}

// A node that ran, to be added to the first `size` nodes.
inline void ChildTasks::set_candidate(std::size_t number, std::size_t size) {
  const Node& node = graph_.nodes()[number];
  const TaskStep& step = graph_.steps()[number];
  const Event& event = graph_.event(node);
  Candidate& candidate = candidate_;
  candidate.slot = node.slot;
  candidate.operation = &event.operation;
  candidate.chain = node.chain;
  candidate.read = step.read;
  candidate.write = step.write;
  candidate.node = static_cast<std::int32_t>(number);
  candidate.way = event.way;
  candidate.read_by_others = overwrites_read_version(node);
  candidate.size = size;
  graph_.find_past(node, {.all = candidate.past, .causes = candidate.causes});
}

// An operation that was blocked at the end.
void ChildTasks::set_candidate(const ThreadRecord& record, Stamp stamp) {
  Candidate& candidate = candidate_;
  candidate.slot = {record.id, record.events};
  candidate.operation = &record.pending;
  candidate.chain = graph_.chain_of(record.pending.object);
  candidate.read = stamp;
  candidate.write = stamp + 1;
  candidate.node = -1;
  candidate.way = kNone;
  candidate.size = graph_.nodes().size();
  const std::uint32_t cause = record.pending.kind == Kind::kLeave ? kNone : record.cause;
  graph_.find_past({.last = record.last_event, .cause = cause},
                   {.all = candidate.past, .causes = candidate.causes});
}

void ChildTasks::add_for_new_write(std::size_t number) {
  if (!graph_.nodes()[number].writes) return;
  set_candidate(number, number + 1);
  Variant variant = executed_variant(candidate_);
  variant.is_in_graph = true;
  begin_chain_walk();
  add_revisits(candidate_, variant);
}

// Whether there is clearly no other variant: the operation has one outcome, reads the object's
// first version or one of its own thread, and no other event read what it overwrote.
inline bool ChildTasks::has_single_variant(const Node& node) const {
  if (node.chain == kNoChain || overwrites_read_version(node)) return false;
  if (!has_one_outcome(graph_.event(node).operation)) return false;
  if (node.source == kFirstVersion) return true;
  return graph_.nodes()[static_cast<std::size_t>(node.source)].slot.thread == node.slot.thread;
}

void ChildTasks::add_for_event(std::size_t number) {
  if (has_single_variant(graph_.nodes()[number])) return;
  set_candidate(number, number);
  add_alternatives(candidate_);
}

// Blocked operations are processed in order, each after the ones before have decided to stay
// blocked for good. Pins record that, so that no two tasks make the same graph.
void ChildTasks::add_for_blocked() {
  Stamp stamp = graph_.next_stamp() + 1;
  const Execution& execution = graph_.execution();
  for (const ThreadRecord& record : execution.threads()) {
    const Operation& pending = record.pending;
    if (record.status != ThreadRecord::Status::kReady || is_eager(pending.kind)) continue;
    if (pending.object == kNoObject || execution.enabled(record) > 0) continue;
    if (record.loop_from != kNone) continue;  // in other executions it reads later
    set_candidate(record, stamp);
    add_alternatives(candidate_);
    const std::uint32_t writer =
        execution.versions()[execution.find_object(pending.object)->version].writer;
    if (writer != kNone) {
      const Event& newest = execution.events()[writer];
      blocked_pins_.push_back({stamp - 1, candidate_.slot, {newest.thread, newest.index}});
    }
    ++stamp;
  }
}

void ChildTasks::add_alternatives(const Candidate& candidate) {
  if (candidate.chain == kNoChain) {
    const std::uint32_t enabled =
        graph_.execution().enabled(*candidate.operation, candidate.slot.thread, {});
    for (std::uint32_t way = 0; way < enabled; ++way) {
      if (way == candidate.way) continue;
      add_forward(
          candidate,
          transition_at(graph_.execution(), *candidate.operation, candidate.slot.thread, {}, way),
          false);
    }
    return;
  }
  // From the newest version back to the one that the event's own past has made or read: a version
  // that was overwritten by something before the event cannot be read.
  begin_chain_walk();
  const std::int32_t lowest = lowest_version(candidate);
  const std::int32_t newest = newest_version(candidate);
  for (std::int32_t version = newest; version >= lowest;) {
    add_alternatives_at(candidate, version, version == newest);
    if (version == kFirstVersion) return;
    const auto node = static_cast<std::size_t>(version);
    if (candidate.past.has(node)) return;
    version = graph_.nodes()[node].source;
    // The event that overwrote it cannot be deleted, as another version would require.
    const Version& first =
        graph_.execution().versions()[graph_.version_at(candidate.chain, kFirstVersion)];
    const bool writes =
        always_writes(*candidate.operation, graph_.state_at(candidate.chain, version), first);
    if (writes && !is_deletable(node)) return;
  }
}

[[gnu::always_inline]] inline void ChildTasks::add_alternatives_at(const Candidate& candidate,
                                                                   std::int32_t version,
                                                                   bool newest) {
  const Execution& execution = graph_.execution();
  // With that version it may be known to spin.
  if (execution.has_spin_candidates() &&
      execution.spins(candidate.slot.thread, candidate.slot.index,
                      graph_.version_at(candidate.chain, version))) {
    return;
  }
  const std::uint32_t enabled =
      data_choices_in(execution, *candidate.operation, candidate.slot.thread,
                      graph_.state_at(candidate.chain, version));
  for (std::uint32_t w = 0; w < enabled; ++w) {
    const bool as_executed = newest && w == candidate.way;
    // It did not change the object, or no event could read what it made.
    if (as_executed && !candidate.read_by_others) continue;
    const Variant variant =
        as_executed ? executed_variant(candidate) : variant_at(candidate, version, w);
    if (variant.next == nullptr) {
      add_reading(candidate, variant, newest);
    } else {
      add_writing(candidate, variant, newest);
    }
  }
}

// The variant that ran.
inline ChildTasks::Variant ChildTasks::executed_variant(const Candidate& candidate) {
  const auto number = static_cast<std::size_t>(candidate.node);
  const Node& node = graph_.nodes()[number];
  Variant variant{.version = node.source,
                  .way = candidate.way,
                  .transition = graph_.steps()[number].transition()};
  if (node.writes) {
    next_state_ = graph_.execution().state_at(graph_.event(node).version_after);
    variant.next = &next_state_;
  }
  return variant;
}

inline ChildTasks::Variant ChildTasks::variant_at(const Candidate& candidate, std::int32_t version,
                                                  std::uint32_t w) {
  Variant variant{.version = version, .way = w};
  const State state = graph_.state_at(candidate.chain, version);
  const bool writes =
      compute_step(graph_.execution(), *candidate.operation, candidate.slot.thread, state, w,
                   {.transition = variant.transition, .next = next_state_});
  if (writes) variant.next = &next_state_;
  return variant;
}

// The version that the event read, or that a blocked one would read.
inline std::int32_t ChildTasks::newest_version(const Candidate& candidate) const {
  if (candidate.node >= 0) return graph_.nodes()[static_cast<std::size_t>(candidate.node)].source;
  return graph_.current_version(candidate.operation->object);
}

// The oldest version that the pins allow the candidate to read.
inline std::int32_t ChildTasks::lowest_version(const Candidate& candidate) const {
  std::int32_t lowest = kFirstVersion;
  if (graph_.pins().empty() || canary_ == Canary::kForgetsPins) return lowest;
  for (const Pin& pin : graph_.pins()) {
    if (pin.slot == candidate.slot) lowest = std::max(lowest, graph_.node_of(pin.version));
  }
  return lowest;
}

// The event reads and changes nothing. If it reads an older version, it and its past move before
// the event that overwrote that version; nothing is deleted.
inline void ChildTasks::add_reading(const Candidate& candidate, const Variant& variant,
                                    bool newest) {
  if (newest) {
    if (candidate.node >= 0 && variant.way != candidate.way)
      add_forward(candidate, variant.transition, false);
    return;
  }
  const auto overwriter =
      static_cast<std::size_t>(graph_.writer_after(candidate.chain, variant.version));
  if (candidate.past.has(overwriter)) return;
  out_.push();
  out_.keep_steps(0, overwriter);
  keep_steps(candidate.past, overwriter, candidate.size);
  out_.add(make_step(variant.transition, candidate.read));
  keep_steps(candidate.past, overwriter, candidate.size, false);
  out_.add(graph_.pins());
  out_.add(std::span<const Pin>(blocked_pins_));
}

// Another data choice than the default at the same place: the child itself makes the revisits of
// its write part, because a revisit made here would be made twice.
inline void ChildTasks::add_writing(const Candidate& candidate, const Variant& variant,
                                    bool newest) {
  if (newest && candidate.node >= 0 && variant.way != candidate.way) {
    add_forward(candidate, variant.transition, true);
  } else {
    add_revisits(candidate, variant);
  }
}

// Another outcome than the default at the same place.
void ChildTasks::add_forward(const Candidate& candidate, const Transition& transition,
                             bool is_new_write) {
  out_.push();
  out_.keep_steps(0, candidate.size);
  if (is_new_write) out_.expect_new_write();
  out_.add(make_step(transition, candidate.read, candidate.write));
  out_.add(graph_.pins());
}

}  // namespace mcheck::trust
