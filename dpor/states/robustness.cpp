// SPDX-License-Identifier: MIT
#include "dpor/states/robustness.hpp"

#include <algorithm>
#include <utility>

#include "engine/search/weak_memory/weak_memory.hpp"
#include "engine/trace/order/happens_before.hpp"
#include "engine/trace/order/sequential_order.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck {
namespace {

bool is_access(Kind kind) {
  return is_memory_step(kind) || kind == Kind::kAtomicWait || kind == Kind::kAwait;
}

// Whether it writes whatever it reads.
bool always_writes(Kind kind) { return kind == Kind::kStore || kind == Kind::kFetch; }

bool is_always_seq_cst(const Operation& operation) {
  return operation.order == MemoryOrder::kSeqCst &&
         (operation.kind != Kind::kCompareExchange ||
          operation.failure_order == MemoryOrder::kSeqCst);
}

// As an event of the order of seq_cst accesses: a wait reads, also if it then blocks.
Event as_seq_cst_access(const Event& event) {
  Event access = event;
  access.cause = kNone;
  if (!writes_memory(event)) access.version_after = kNone;
  return access;
}

}  // namespace

void RobustnessCheck::follow(const Execution& execution, std::size_t unchanged) {
  cut(unchanged);
  const std::span<const Event> events = execution.events();
  for (std::size_t i = known_.size(); i < events.size(); ++i) {
    const Event& event = events[i];
    if (is_access(event.operation.kind))
      check(execution, event.thread, event.operation, event.version_before);
    if (waits_or_notifies(event.operation.kind)) note_waited(execution, event.operation);
    append(execution, event);
  }
  note_waiting_threads(execution);
}

void RobustnessCheck::cut(std::size_t events) {
  if (known_.size() > events) known_.cut(events);
  sequence_.cut(events);
  while (!seq_cst_events_.empty() && seq_cst_events_.back() >= events) seq_cst_events_.pop_back();
  seq_cst_.cut(seq_cst_events_.size());
  if (events >= origins_before_.size()) return;
  origins_.resize(origins_before_[events]);
  origins_before_.resize(events);
}

void RobustnessCheck::append(const Execution& execution, const Event& event) {
  const std::size_t position = known_.size();
  known_.follow(execution.events().first(position + 1));
  sequence_.append(event, true);
  if (is_access(event.operation.kind) && is_seq_cst(event)) {
    seq_cst_.append(as_seq_cst_access(event), true);
    seq_cst_events_.push_back(position);
  }
  origins_before_.push_back(origins_.size());
  if (event.version_after != kNone) note_origin(event);
}

void RobustnessCheck::note_origin(const Event& event) {
  Origin origin = origin_of(event.version_before);
  if (writes_memory(event)) {
    origin.value = event.version_after;
    origin.is_seq_cst = is_seq_cst(event);
    if (event.operation.kind == Kind::kStore) origin.store = event.version_after;
  }
  origins_.resize(event.version_after);  // versions in between have no event
  origins_.push_back(origin);
}

// A first version has no event, and so no origin.
RobustnessCheck::Origin RobustnessCheck::origin_of(std::uint32_t version) const {
  return version < origins_.size() ? origins_[version] : Origin{};
}

void RobustnessCheck::check(const Execution& execution, ThreadId thread, const Operation& operation,
                            std::uint32_t newest) {
  const Origin origin = origin_of(newest);
  const std::uint32_t needed = always_writes(operation.kind) ? origin.store : origin.value;
  if (needed == kNone || known_.knows(known_.clock_of(thread), operation.object, needed)) return;
  const Event& write = execution.events()[execution.versions()[origin.value].writer];
  const bool follows = HappensBefore::seen(sequence_.before_next(thread), write);
  const bool knows_by_order = origin.is_seq_cst && is_always_seq_cst(operation) &&
                              HappensBefore::seen(seq_cst_.before_next(thread), write);
  if (follows && !knows_by_order) note_violation(execution, operation);
}

void RobustnessCheck::note_violation(const Execution& execution, const Operation& operation) {
  const ObjectRecord& object = *execution.find_object(operation.object);
  if (!may_act_on_older_version(operation, object)) {
    acts_on_newest_ = true;
    return;
  }
  const void* const key = waited_atomic_key(operation.object, object);
  if (std::ranges::find(violations_, key, &Violation::object) != violations_.end()) return;
  violations_.push_back(
      {.object = key,
       .access = std::string(name_of(operation)) + " " + execution.object_text(operation)});
}

StateMatching::Robustness RobustnessCheck::result(bool in_all_states) const {
  const auto is_waited_for = [&](const Violation& one) { return waited_.has(one.object); };
  const bool may_be = !in_all_states && waited_.has_any();
  const auto found = std::ranges::find_if_not(violations_, is_waited_for);
  if (found != violations_.end() && !may_be) return {.violation = found->access};
  return {.assumes_newest = acts_on_newest_ || std::ranges::any_of(violations_, is_waited_for)};
}

// They have not taken the step that waits.
void RobustnessCheck::note_waiting_threads(const Execution& execution) {
  for (const ThreadRecord& record : execution.threads()) {
    if (record.status == ThreadRecord::Status::kReady && waits_or_notifies(record.pending.kind))
      note_waited(execution, record.pending);
  }
}

void RobustnessCheck::note_waited(const Execution& execution, const Operation& operation) {
  const ObjectRecord& object = *execution.find_object(operation.object);
  if (object.kind == ObjectKind::kAtomic) waited_.add(waited_atomic_key(operation.object, object));
}

Fingerprint RobustnessCheck::state(const Execution& execution, const ThreadNames& names) {
  holders_.find(execution, known_, names);
  words_.clear();
  objects_ = {};
  for (const ClockHolder& holder : holders_.objects()) {
    const ObjectId object = execution.versions()[holder.version].object;
    if (!holder.to_writers && execution.find_object(object)->kind == ObjectKind::kAtomic)
      add_object(execution, holder);
  }
  words_.insert(words_.end(), {objects_.low, objects_.high});
  if (objects_ != Fingerprint{}) {
    for (const ClockHolder& holder : holders_.all()) words_.push_back(holder.name);
  }
  return fingerprint(words_.data(), words_.size() * sizeof words_[0]);
}

// A version that all threads know decides nothing: threads that start later know it, too.
bool RobustnessCheck::is_settled(ObjectId object, const Origin& origin) const {
  return origin.value == kNone ||
         std::ranges::all_of(holders_.unfinished_threads(), [&](const ClockHolder& thread) {
           return known_.knows(thread.clock, object, origin.value);
         });
}

void RobustnessCheck::add_object(const Execution& execution, const ClockHolder& object) {
  const ObjectId id = execution.versions()[object.version].object;
  const Origin origin = origin_of(object.version);
  if (is_settled(id, origin)) return;
  const Event& write = execution.events()[execution.versions()[origin.value].writer];
  const std::size_t begin = words_.size();
  words_.insert(words_.end(), {object.name, origin.is_seq_cst});
  Word bits = 0;
  std::size_t used = 0;
  const auto add_bit = [&](bool bit) {
    bits |= Word{bit} << used;
    if (++used == 64) words_.push_back(std::exchange(bits, 0)), used = 0;
  };
  const auto add_past = [&](SequentialClocks::Clock past, SequentialClocks::Clock of_seq_cst) {
    add_bit(HappensBefore::seen(past, write));
    if (origin.is_seq_cst) add_bit(HappensBefore::seen(of_seq_cst, write));
  };
  const auto add_known = [&](Synchronization::Clock clock, Synchronization::Known when) {
    add_bit(known_.knows(clock, id, origin.value, when));
    add_bit(origin.store == kNone || known_.knows(clock, id, origin.store, when));
  };
  for (const ClockHolder& holder : holders_.all()) {
    using enum Synchronization::Known;
    add_known(holder.clock, kNow);
    if (known_.has_seq_cst_fences()) {
      add_known(holder.clock, kAtFences);
      add_known(holder.clock, kAfterNextFence);
      if (holder.version != kNone && !holder.to_writers) {
        add_known(known_.fenced_before_writes(holder.version), kAtFences);
        add_known(known_.fenced_before_reads(holder.version), kAtFences);
      }
    }
    if (holder.thread != kNoThread) {
      add_past(sequence_.before_next(holder.thread), seq_cst_.before_next(holder.thread));
    } else if (holder.version != kNone && !holder.to_writers) {
      add_past(sequence_.clock_of_write(holder.version), seq_cst_.clock_of_write(holder.version));
      add_past(sequence_.clock_of_reads(holder.version), seq_cst_.clock_of_reads(holder.version));
    }
  }
  words_.push_back(bits);
  const Fingerprint one =
      fingerprint(words_.data() + begin, (words_.size() - begin) * sizeof words_[0]);
  objects_.low += one.low;
  objects_.high += one.high;
  words_.resize(begin);
}

}  // namespace mcheck
