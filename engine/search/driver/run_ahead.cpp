// SPDX-License-Identifier: MIT
// The loop of search.cpp for steps in the middle of a running thread: the thread itself takes the
// next transition without suspending, or another one that is suspended takes over. Everything else
// is left to the loop: failures, steps that may lead back, snapshots.
#include <algorithm>

#include "engine/search/driver/search.hpp"
#include "engine/search/execution/memory_log.hpp"

namespace mcheck {
namespace {

// Where a loop may be spinning, the thread has to suspend, so that its stack can be compared: at a
// read, and at other steps of a thread that has only read so far.
bool may_be_spinning(const Execution& execution, const ThreadRecord& record, Kind kind) {
  if (!can_spin(kind)) return false;
  return kind == Kind::kLoad || kind == Kind::kRead || execution.is_effect_free(record);
}

// Simple kinds that always change something.
constexpr std::uint64_t kChangingKinds = [] {
  std::uint64_t kinds = 0;
  for (unsigned i = 0; i <= static_cast<unsigned>(Kind::kDestroy); ++i) {
    const auto kind = static_cast<Kind>(i);
    const bool looks = kind == Kind::kLoad || kind == Kind::kRead;
    if (is_simple(kind) && !looks) kinds |= std::uint64_t{1} << i;
  }
  return kinds;
}();
bool always_changes(Kind kind) { return (kChangingKinds >> static_cast<unsigned>(kind) & 1) != 0; }

bool joins_now(const ThreadRecord& record, ThreadId other) {
  return record.status == ThreadRecord::Status::kReady && record.pending.kind == Kind::kJoin &&
         record.pending.a == index(other);
}

}  // namespace

// All that happened since the thread last suspended is its own doing, and no other thread has to
// run because of it.
bool Search::may_schedule_inline(ThreadId thread, const Operation& operation) const {
  if ((report_.events & kClockCheckMask) == kClockCheckMask) return false;
  if (!schedules_now_ || inline_pick_ || run_.ending() || !is_simple(operation.kind)) return false;
  if (execution_.has_sections()) return false;
  if (executor_.spin_sites() > 0 || !execution_.stops().empty()) return false;
  const std::span<const Event> events = execution_.events();
  if (events.empty() || execution_.steps() >= options_.steps) return false;
  if (execution_.thread(thread).futile_wait) return false;
  const Event& last = events.back();
  if (last.thread != thread || !is_simple(last.operation.kind)) return false;
  return !may_be_spinning(execution_, execution_.thread(thread), operation.kind);
}

// The same if the last event was taken inline and changed something: nothing else has changed
// since. (`same_alternatives_` is false after a suspension.)
inline bool Search::may_skip_checks(ThreadId thread, Kind kind) const {
  const std::span<const Event> events = execution_.events();
  return events_after_inline_ == events.size() && events_after_inline_ < unchecked_until_ &&
         same_alternatives_ && events.back().thread == thread && always_changes(kind);
}

// The alternatives of other threads change only with the objects that they wait for. A thread that
// can only give up comes after all others, and its alternatives are numbered differently.
std::span<const Alternative> Search::alternatives_for(const ThreadRecord& record) {
  const ObjectId touched = execution_.events().back().operation.object;
  const bool one = has_one_outcome(record.pending) ||
                   (!record.pending.may_time_out && execution_.enabled(record) == 1);
  if (same_alternatives_ && one &&
      (touched == uncontended_ || !execution_.others_depend_on(touched, record.id))) {
    uncontended_ = touched;
    return execution_.last_alternatives();
  }
  same_alternatives_ = false;
  uncontended_ = kNoObject;
  const std::span<const Alternative> enabled = execution_.alternatives();
  if (enabled.empty() || enabled[0].thread != record.id ||
      execution_.count_with_spins() > kMaxAlternatives)
    return {};
  same_alternatives_ = enabled.size() == 1 || enabled[1].thread != record.id;
  return enabled;
}

// Whether the step of that thread changes something, and nothing has to be found out about it.
bool Search::may_switch_to(const Alternative& to) const {
  const ThreadRecord& record = execution_.thread(to.thread);
  const Kind kind = record.pending.kind;
  return run_.may_switch() && to.outcome == 0 && is_simple(kind) && !record.futile_wait &&
         !may_be_spinning(execution_, record, kind);
}

[[gnu::always_inline]] inline bool Search::take_fast(ThreadRecord& record,
                                                     const Alternative& alternative, Reply& reply) {
  const std::size_t before = execution_.events().size();
  const std::size_t step = execution_.steps();
  if (!execution_.perform_fast(record, alternative, reply)) return false;
  record_choice(alternative, before, step);
  execution_.note_effect(record);
  ++report_.events;
  events_after_inline_ = before + 1;
  return true;
}

// For as many steps neither the clock nor the limit on steps has to be checked.
inline void Search::note_unchecked_limit() {
  const std::size_t until_clock = kClockCheckMask - (report_.events & kClockCheckMask);
  const std::size_t left = options_.steps - execution_.steps();
  unchecked_until_ = execution_.events().size() + std::min(until_clock, left);
}

inline bool Search::try_join(ThreadId thread, const Operation& join, Reply& reply) {
  if (!schedules_inline_ || run_.ending() || end_cache_.may_begin_at(thread, join)) return false;
  if (execution_.has_sections()) return false;
  reply = {};
  return execution_.perform_join(thread, join);
}

InlineDecision Search::decide(ThreadId thread, const Operation& operation, Reply& reply) {
  const bool unchecked = !execution_.has_sections() && may_skip_checks(thread, operation.kind);
  if (!unchecked) {
    if (operation.kind == Kind::kJoin) {
      return try_join(thread, operation, reply) ? InlineDecision::kRunAhead
                                                : InlineDecision::kSuspend;
    }
    if (operation.kind == Kind::kSpawn) {
      const bool may = schedules_inline_ && !execution_.has_sections();
      return may && run_.try_spawn(thread, operation, reply) ? InlineDecision::kRunAhead
                                                             : InlineDecision::kSuspend;
    }
    if (!may_schedule_inline(thread, operation)) return InlineDecision::kSuspend;
    note_unchecked_limit();
  }
  ThreadRecord& record = execution_.thread(thread);
  execution_.announce(record, operation);
  const bool uncontended = unchecked && has_one_outcome(operation) &&
                           execution_.events().back().operation.object == uncontended_;
  const std::span<const Alternative> enabled =
      uncontended ? execution_.last_alternatives() : alternatives_for(record);
  if (enabled.empty()) return InlineDecision::kSuspend;
  const Pick picked = strategy_.pick({.execution = execution_,
                                      .alternatives = enabled,
                                      .step = execution_.steps(),
                                      .preemptions = execution_.preemptions()});
  if (picked.alternative < enabled.size()) {
    const Alternative& alternative = enabled[picked.alternative];
    const bool snapshots = picked.returns && snapshots_here(true);
    if (snapshots || alternative.thread != thread) return switch_with(picked, snapshots);
    if (take_fast(record, alternative, reply)) return InlineDecision::kRunAhead;
  }
  return suspend_with(picked);
}

// The pick is kept for after the suspension.
inline InlineDecision Search::suspend_with(const Pick& picked) {
  inline_pick_ = picked;
  events_after_inline_ = kNowhere;
  return InlineDecision::kSuspend;
}

// Snapshots are taken while all threads are suspended. So a thread that continues after one
// switches to itself.
inline InlineDecision Search::switch_with(const Pick& picked, bool snapshots) {
  const InlineDecision suspends = suspend_with(picked);
  snapshots_first_ = snapshots;
  const bool may = may_switch_to(execution_.last_alternatives()[picked.alternative]);
  return may ? InlineDecision::kSwitch : suspends;
}

// The pick is valid if the thread suspended with the operation it announced, and did nothing else
// before.
ThreadId Search::successor(const Operation& operation, Reply& reply) {
  if (!run_.may_switch() || execution_.thread(run_.current()).pending != operation)
    return kNoThread;
  return switch_to_pick(reply);
}

// The picked thread continues in the middle of the other's step. Its transition is taken as if that
// step had ended.
[[gnu::always_inline]] inline ThreadId Search::switch_to_pick(Reply& reply) {
  const std::uint32_t chosen = inline_pick_->alternative;
  const Alternative& alternative = execution_.last_alternatives()[chosen];
  const ThreadId thread = alternative.thread;
  if (*snapshots_first_) maybe_snapshot(true);
  if (!take_fast(execution_.thread(thread), alternative, reply)) return kNoThread;
  inline_pick_.reset();
  snapshots_first_.reset();
  if (chosen != 0) {
    same_alternatives_ = same_alternatives_ && execution_.switch_default(chosen);
    uncontended_ = kNoObject;
  }
  run_.switch_to(thread);
  return thread;
}

// As may_schedule_inline(), for a thread that stops here.
inline bool Search::may_schedule_at_end() const {
  if ((report_.events & kClockCheckMask) == kClockCheckMask) return false;
  if (!schedules_now_ || inline_pick_ || run_.ending() || !run_.may_switch()) return false;
  if (execution_.has_sections()) return false;
  if (executor_.spin_sites() > 0 || !execution_.stops().empty()) return false;
  return execution_.steps() < options_.steps;
}

// If one thread waits for that end, it continues first: that is no choice.
ThreadId Search::thread_ended(Reply& reply) {
  if (!may_schedule_at_end()) return kNoThread;
  const ThreadId finished_thread = run_.current();
  execution_.finish(finished_thread);
  if (run_.ends_from_cache()) return kNoThread;
  const ThreadRecord& finished = execution_.thread(finished_thread);
  if (finished.awaited_by_several) return kNoThread;
  if (!finished.awaited || !joins_now(execution_.thread(finished.joiner), finished_thread))
    return schedule_next(reply);
  const ThreadId joiner = finished.joiner;
  if (execution_.enabled(execution_.thread(joiner)) == 0) return kNoThread;
  execution_.perform(joiner, 0);
  reply = {};
  run_.switch_to(joiner);
  return joiner;
}

ThreadId Search::thread_waits(const Operation& join, Reply& reply) {
  if (!may_schedule_at_end()) return kNoThread;
  ThreadRecord& record = execution_.thread(run_.current());
  execution_.announce(record, join);
  return execution_.enabled(record) == 0 ? schedule_next(reply) : kNoThread;
}

// All threads are suspended, and all operations are known: the head of the search loop, for simple
// cases.
ThreadId Search::schedule_next(Reply& reply) {
  same_alternatives_ = false;
  events_after_inline_ = kNowhere;
  const std::span<const Alternative> enabled = execution_.alternatives();
  if (enabled.empty() || execution_.count_with_spins() > kMaxAlternatives) return kNoThread;
  inline_pick_ = pick(enabled);
  if (inline_pick_->alternative >= enabled.size()) return kNoThread;
  snapshots_first_ = inline_pick_->returns && snapshots_here(true);
  alternatives_known_ = !may_switch_to(enabled[inline_pick_->alternative]);
  return alternatives_known_ ? kNoThread : switch_to_pick(reply);
}

}  // namespace mcheck
