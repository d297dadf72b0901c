// SPDX-License-Identifier: MIT
#include "dpor/weak/weak_children.hpp"

#include <algorithm>
#include <array>

#include "engine/search/weak_memory/weak_memory.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck::trust {

void WeakChildren::add_all(const Execution& execution, Task& task, std::size_t kept_steps) {
  graph_.build(execution, task, kept_steps);
  blocked_pins_.clear();
  out_.begin_family(graph_.steps());
  if (task.new_write != kNone) add_for_new_write(task.new_write);
  for (std::size_t i = graph_.task_steps(); i < graph_.nodes().size(); ++i) add_for_event(i);
  add_for_blocked();
}

void WeakChildren::set_candidate(std::size_t number, std::size_t size) {
  const WeakNode& node = graph_.nodes()[number];
  const TaskStep& step = graph_.steps()[number];
  const Event& event = graph_.event(node);
  candidate_.slot = node.slot;
  candidate_.operation = &event.operation;
  candidate_.chain = node.chain;
  candidate_.is_weak = node.is_weak;
  candidate_.read = step.read;
  candidate_.write = step.write;
  candidate_.node = static_cast<std::int32_t>(number);
  candidate_.way = event.way;
  candidate_.size = size;
  graph_.past(node, candidate_.causes, candidate_.all);
  candidate_.happens_before = graph_.happens_before(node.event);
}

void WeakChildren::set_candidate(const ThreadRecord& record, Stamp stamp) {
  const Execution& execution = graph_.execution();
  candidate_.slot = {record.id, record.events};
  candidate_.operation = &record.pending;
  candidate_.chain = graph_.chain_of_version(execution.version_of(record.pending.object));
  candidate_.is_weak = graph_.is_weak(record.pending);
  candidate_.read = stamp;
  candidate_.write = stamp + 1;
  candidate_.node = kNoNode;
  candidate_.way = kNone;
  candidate_.size = graph_.nodes().size();
  graph_.past(record, candidate_.causes, candidate_.all);
  candidate_.happens_before = graph_.happens_before_next(record.id);
}

void WeakChildren::add_for_new_write(std::size_t number) {
  const WeakNode& node = graph_.nodes()[number];
  if (!node.writes) return;
  set_candidate(number, graph_.task_steps());
  Variant variant = variant_at(node.source, outcome_of_way(candidate_.way));
  if (!node.is_weak) {
    const Event& event = graph_.event(node);
    variant.transition = graph_.steps()[number].transition();
    variant.next = graph_.execution().state_at(event.version_after);
    variant.failed = event.failed;
    variant.writes = true;
  }
  variant.is_in_graph = true;
  add_revisits(variant);
}

void WeakChildren::add_for_event(std::size_t number) {
  set_candidate(number, number);
  add_alternatives();
}

// Blocked operations are processed in order, each after the ones before have decided to stay
// blocked, as far as versions go that exist now.
void WeakChildren::add_for_blocked() {
  Stamp stamp = graph_.next_stamp() + 1;
  const Execution& execution = graph_.execution();
  for (const ThreadRecord& record : execution.threads()) {
    const Operation& pending = record.pending;
    if (record.status != ThreadRecord::Status::kReady || is_eager(pending.kind)) continue;
    if (pending.object == kNoObject || record.loop_from != kNone) continue;
    set_candidate(record, stamp);
    const std::uint32_t newest = execution.version_of(pending.object);
    const std::uint32_t writer = execution.versions()[newest].writer;
    const std::int32_t node = writer == kNone ? kNoNode : graph_.node_of_event(writer);
    if (execution.enabled(record) > 0 && may_read(node)) continue;
    add_alternatives();
    if (node != kNoNode) {
      blocked_pins_.push_back({.stamp = stamp - 1,
                               .slot = candidate_.slot,
                               .version = slot_of(node),
                               .allows_new_versions = true});
    }
    ++stamp;
  }
}

void WeakChildren::add_alternatives() {
  if (candidate_.chain == kNone) {
    add_choices();
  } else if (!candidate_.is_weak) {
    add_newest_only_versions();
  } else if (candidate_.operation->kind == Kind::kStore) {
    add_placements();
  } else {
    add_weak_versions();
  }
}

void WeakChildren::add_choices() {
  const Execution& execution = graph_.execution();
  const ThreadId thread = candidate_.slot.thread;
  const std::uint32_t outcomes = execution.enabled(*candidate_.operation, thread, State{});
  for (std::uint32_t outcome = 0; outcome < outcomes; ++outcome) {
    if (outcome == candidate_.way) continue;
    Variant variant;
    variant.transition =
        transition_for(*candidate_.operation, thread,
                       execution.outcome_of(*candidate_.operation, thread, {}, outcome));
    add_last(variant, 0, false);
  }
}

// The store could stand before newer versions. Its revisits are made once, with every place.
void WeakChildren::add_placements() {
  const std::span<const std::uint32_t> writers = graph_.writers(candidate_.chain);
  Variant variant = variant_at(kNoNode, 0);
  std::int32_t overwriter = kNoNode;
  std::uint32_t distance = 0;
  keep_prefix();
  for (std::size_t i = writers.size() + 1; i-- > 0;) {
    variant.version = i == 0 ? kNoNode : static_cast<std::int32_t>(writers[i - 1]);
    if (i > 0 && writers[i - 1] >= candidate_.size) continue;
    if (distance > 0 && !is_update(overwriter)) add_forward(variant, overwriter, distance);
    keep_prefix();
    if (result_.knows_newer(candidate_.chain, place_of(variant.version) - 1,
                            candidate_.happens_before))
      break;
    overwriter = variant.version;
    ++distance;
  }
  variant.version = kNoNode;
  add_revisits(variant);
}

void WeakChildren::add_weak_versions() {
  const std::span<const std::uint32_t> writers = graph_.writers(candidate_.chain);
  std::int32_t overwriter = kNoNode;
  std::uint32_t distance = 0;
  for (std::size_t i = writers.size() + 1; i-- > 0;) {
    const std::int32_t version = i == 0 ? kNoNode : static_cast<std::int32_t>(writers[i - 1]);
    if (i > 0 && writers[i - 1] >= candidate_.size) continue;
    add_weak_outcomes(version, overwriter, distance);
    keep_prefix();
    if (result_.knows_newer(candidate_.chain, place_of(version) - 1, candidate_.happens_before))
      break;
    overwriter = version;
    ++distance;
  }
}

// A version that the program has not written cannot be read.
void WeakChildren::add_weak_outcomes(std::int32_t version, std::int32_t overwriter,
                                     std::uint32_t distance) {
  const Operation& operation = *candidate_.operation;
  const State state = graph_.execution().state_at(graph_.version_of(candidate_.chain, version));
  if (state.extra != 0 || spins_with(version) || !may_read(version)) return;
  const std::uint32_t outcomes =
      operation.may_fail ? outcome_count(operation, candidate_.slot.thread, state) : 1;
  for (std::uint32_t outcome = 0; outcome < outcomes; ++outcome) {
    const Variant variant = variant_at(version, outcome);
    const bool as_executed = distance == 0 && candidate_.way == weak_way(0, outcome);
    if (variant.writes && (as_executed || is_update(overwriter))) {
      add_revisits(variant);
    } else if (!as_executed) {
      add_forward(variant, overwriter, distance);
    }
  }
}

// From the newest version back to the one that the event's own past has made or read.
void WeakChildren::add_newest_only_versions() {
  const std::span<const std::uint32_t> writers = graph_.writers(candidate_.chain);
  bool newest = true;
  for (std::size_t i = writers.size() + 1; i-- > 0;) {
    const std::int32_t version = i == 0 ? kNoNode : static_cast<std::int32_t>(writers[i - 1]);
    if (i > 0 && writers[i - 1] >= candidate_.size) continue;
    if (!spins_with(version) && may_read(version)) add_newest_only_outcomes(version, newest);
    if (has_led_to(version, candidate_.all)) return;
    newest = false;
  }
}

void WeakChildren::add_newest_only_outcomes(std::int32_t version, bool newest) {
  const Execution& execution = graph_.execution();
  const State state = execution.state_at(graph_.version_of(candidate_.chain, version));
  const std::uint32_t outcomes =
      execution.enabled(*candidate_.operation, candidate_.slot.thread, state);
  for (std::uint32_t outcome = 0; outcome < outcomes; ++outcome) {
    const Variant variant = variant_at(version, outcome);
    const bool as_executed = newest && outcome == candidate_.way;
    if (!variant.writes && newest) {
      if (!as_executed && candidate_.node != kNoNode) add_last(variant, 0, false);
    } else if (!variant.writes) {
      add_reading_earlier(variant);
    } else if (newest && !as_executed && candidate_.node != kNoNode) {
      add_last(variant, 0, true);
    } else {
      add_revisits(variant);
    }
  }
}

WeakChildren::Variant WeakChildren::variant_at(std::int32_t version, std::uint32_t outcome) const {
  const Operation& operation = *candidate_.operation;
  const ThreadId thread = candidate_.slot.thread;
  const State state = graph_.execution().state_at(graph_.version_of(candidate_.chain, version));
  Variant variant{.version = version, .outcome = outcome};
  if (candidate_.is_weak) {
    const MemoryStep step = memory_step(operation, state.value, outcome);
    variant.transition = {.thread = thread, .label = weak_way(0, outcome)};
    variant.failed = step.failed;
    variant.writes = step.writes;
    variant.next.value = step.value;
    return variant;
  }
  const Outcome done = graph_.execution().outcome_of(operation, thread, state, outcome);
  variant.transition = transition_for(operation, thread, done);
  variant.failed = done.failed;
  variant.writes = done.mode != Mode::kRead;
  variant.next = done.next;
  return variant;
}

// Whether the pins allow the candidate to read the version: it is the pinned one or depends on it;
// or, if the thread was blocked at the end of an execution, it is newer or has been added since.
bool WeakChildren::may_read(std::int32_t version) const {
  return std::ranges::all_of(graph_.pins(), [&](const Pin& pin) {
    if (pin.slot != candidate_.slot) return true;
    const std::int32_t pinned = graph_.node_of(pin.version);
    if (version == pinned) return true;
    if (version == kNoNode) return false;
    const auto node = static_cast<std::size_t>(version);
    if (!pin.allows_new_versions)
      return has_seen(graph_.causes(graph_.nodes()[node].event), pin.version);
    return graph_.steps()[node].write > pin.stamp || place_of(version) > place_of(pinned);
  });
}

bool WeakChildren::spins_with(std::int32_t version) const {
  const Execution& execution = graph_.execution();
  return execution.has_spin_candidates() &&
         execution.spins(candidate_.slot.thread, candidate_.slot.index,
                         graph_.version_of(candidate_.chain, version));
}

AddedEvent WeakChildren::added(const Variant& variant, std::uint32_t place) const {
  return {.slot = candidate_.slot,
          .operation = candidate_.operation,
          .failed = variant.failed,
          .writes = variant.writes,
          .version = graph_.version_of(candidate_.chain, variant.version),
          .place = place};
}

void WeakChildren::keep_prefix() {
  result_.clear();
  for (std::size_t i = 0; i < candidate_.size; ++i) result_.keep(i);
}

// What comes before the candidate under sequential consistency. REQUIRES: the log is in order.
ClockView WeakChildren::sequential_past() const {
  const SequentialClocks& clocks = graph_.execution().weak_memory()->sequential_clocks();
  if (candidate_.node == kNoNode) return clocks.before_next(candidate_.slot.thread);
  return clocks.before(graph_.nodes()[static_cast<std::size_t>(candidate_.node)].event);
}

// An outcome that the candidate could have had where it is, or with an older version.
void WeakChildren::add_forward(const Variant& variant, std::int32_t overwriter,
                               std::uint32_t distance) {
  const bool is_new_write = variant.writes && candidate_.operation->kind != Kind::kStore;
  if (distance == 0) return add_last(variant, 0, is_new_write);
  if (graph_.is_in_order()) {
    const bool is_sequential = !has_seen(sequential_past(), slot_of(overwriter));
    if (is_sequential && is_new_write) return add_last(variant, distance, true);
    if (is_sequential) return add_before(variant, static_cast<std::size_t>(overwriter));
    const Operation& operation = *candidate_.operation;
    const MemoryOrder order = variant.failed ? operation.failure_order : operation.order;
    const bool is_strong = order == MemoryOrder::kSeqCst;
    if (is_strong && graph_.execution().weak_memory()->has_only_seq_cst()) return;
  }
  keep_prefix();
  if (result_.has_sequential_order(std::array{added(variant, place_of(variant.version) + 1)}))
    add_last(variant, distance, is_new_write);
}

// Under sequential consistency it could have come before the event that made the next version.
void WeakChildren::add_before(const Variant& variant, std::size_t overwriter) {
  const ClockView past = sequential_past();
  const auto keep_later = [&](bool in_past) {
    for (std::size_t i = overwriter; i < candidate_.size; ++i) {
      if (has_seen(past, graph_.nodes()[i].slot) == in_past) out_.keep_steps(i, 1);
    }
  };
  out_.push();
  out_.keep_steps(0, overwriter);
  keep_later(true);
  out_.add(make_step(variant.transition, candidate_.read, candidate_.write));
  keep_later(false);
  out_.add(graph_.pins());
  out_.add(std::span<const Pin>(blocked_pins_));
}

void WeakChildren::add_last(const Variant& variant, std::uint32_t distance, bool is_new_write) {
  TaskStep step = make_step(variant.transition, candidate_.read, candidate_.write);
  if (candidate_.is_weak) step.label = weak_way(distance, variant.outcome);
  out_.push();
  out_.keep_steps(0, candidate_.size);
  if (is_new_write) out_.expect_new_write();
  out_.add(step);
  out_.add(graph_.pins());
  out_.add(std::span<const Pin>(blocked_pins_));
}

// A newest-only event that reads an older version and changes nothing: it and its past, which
// includes that version, come before the events that made the newer ones.
void WeakChildren::add_reading_earlier(const Variant& variant) {
  Clock all = candidate_.all;
  if (variant.version != kNoNode) {
    const auto source = static_cast<std::size_t>(variant.version);
    join_clock(all, graph_.all(graph_.nodes()[source].event));
  }
  std::vector<std::uint8_t> past(graph_.nodes().size(), 0);
  for (std::size_t i = 0; i < candidate_.size; ++i)
    past[i] = has_seen(all, graph_.nodes()[i].slot) ? 1 : 0;
  for (const std::uint32_t writer : graph_.writers(candidate_.chain)) {
    const bool is_newer = graph_.nodes()[writer].place > place_of(variant.version);
    if (writer < candidate_.size && is_newer && past[writer] != 0) return;
  }
  keep_prefix();
  if (!result_.has_sequential_order(std::array{added(variant, 0)})) return;
  out_.push();
  result_.begin_steps();
  result_.add_steps(out_, past, true);
  out_.add(make_step(variant.transition, candidate_.read));
  result_.add_steps(out_, past, false);
  out_.add(graph_.pins());
  out_.add(std::span<const Pin>(blocked_pins_));
}

}  // namespace mcheck::trust
