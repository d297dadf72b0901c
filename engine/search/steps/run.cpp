// SPDX-License-Identifier: MIT
#include "engine/search/steps/run.hpp"

#include <algorithm>
#include <utility>

#include "engine/search/execution/sections.hpp"
#include "engine/search/failures/stuck.hpp"

namespace mcheck {

void Run::begin() {
  clear_ending();
  execution_.clear();
  executor_.begin(execution_);
  eager_pending_ = true;
  run_eager();
}

std::span<const Alternative> Run::alternatives() {
  if (ending_) return {};
  if (execution_.has_spin_candidates()) {
    if (execution_.weak_memory() != nullptr) try_weak_ways();
    try_spinners();
  }
  std::span<const Alternative> enabled = execution_.alternatives();
  if (!enabled.empty()) return enabled;
  // Memory that is no model object may have changed. So spinning threads are tried once more before
  // they are taken to spin for ever.
  if (execution_.has_spin_candidates() && try_spinners(true)) enabled = execution_.alternatives();
  if (enabled.empty()) conclude();
  return enabled;
}

void Run::take(std::uint32_t chosen, bool hold) {
  const std::span<const Alternative> enabled = execution_.last_alternatives();
  const Alternative choice = enabled[chosen];
  looped_back_ = false;
  if (executor_.counted_loop_sites() > 0) compare_loop_exits(choice);
  const auto count = static_cast<std::uint16_t>(enabled.size());
  const Outcome& outcome = execution_.perform(choice.thread, choice.outcome);
  ThreadRecord& record = execution_.thread(choice.thread);
  execution_.note_choice(record, static_cast<std::uint16_t>(choice.number), count, choice.preempts);
  const Event& event = execution_.events().back();
  const Kind kind = event.operation.kind;
  eager_pending_ |= !is_simple(kind);
  if (is_misuse(outcome, choice.thread)) {
    run_eager();
    return;
  }
  if (hold) {
    ending_ = Ending::kCutOff;
    return;
  }
  const bool was_idle_read = execution_.was_idle_read(event);
  if (was_idle_read) executor_.watch(choice.thread), last_read_ = outcome;
  if (event.failed) note_observed(event);
  const bool futile_wait = !was_idle_read && execution_.continues_futile_wait(record);
  const bool looks = execution_.has_sections() && is_read_in_section(execution_, event);
  const bool begins = kind == Kind::kBeginSection && !event.operation.in_section;
  if (was_idle_read || (futile_wait && can_spin(kind)) || begins) {
    note_position(choice.thread);
  } else if (!futile_wait && !looks) {
    execution_.note_effect(record);
  }
  if (record.tracked) note_shared(choice.thread);
  run_to_choice(choice.thread, outcome);
  shared_before_.reset();
  shared_sum_before_.reset();
  run_eager();
}

void Run::fail(const Failure& failure) {
  failure_ = failure;
  if (fails_at_steps_ && failure.kind == FailureKind::kLimitSteps) {
    failure_->kind = FailureKind::kStepLimit;
  }
  ending_ = is_limit(failure_->kind) ? Ending::kLimit : Ending::kFailed;
  if (failure.kind == FailureKind::kUnmetSchedule && !fails_at_gates_) ending_ = Ending::kCutOff;
}

bool Run::stop_for_misuse(const Outcome& outcome, ThreadId thread) {
  const Operation& operation = execution_.events().back().operation;
  const std::string object = "`" + execution_.object_text(operation.object) + "`";
  const bool too_late = outcome.misuse == Misuse::kUsesDestroyed;
  const FailureKind kind = too_late ? FailureKind::kDestroyedObject
                           : outcome.misuse == Misuse::kReadsUnwritten ? FailureKind::kUninitialised
                                                                       : FailureKind::kMisuse;
  const std::string what = too_late ? " uses " + object + ", which has been destroyed"
                                    : " " + std::string(explain(outcome.misuse)) + ": " + object;
  stop({.thread = thread,
        .failure = {
            .kind = kind, .thread = thread, .message = execution_.thread_text(thread) + what}});
  return true;
}

void Run::stop(const Stop& stop) {
  execution_.stop(stop);
  if (runs_past_failures_ || stop.kind == Stop::Kind::kFalseAssumption) return;
  if (stop.failed()) return fail(stop.failure);
  cut();
}

bool Run::others_are_enabled(ThreadId thread) const {
  return std::ranges::any_of(execution_.threads(), [&](const ThreadRecord& other) {
    const bool is_new = other.status == ThreadRecord::Status::kNew;
    return other.id != thread && (is_new || execution_.enabled(other) > 0);
  });
}

// Runs the thread to its next operation that is a choice or is not enabled. A thread that only
// yields may wait for what is no operation, input for instance: from time to time, others run.
void Run::run_to_choice(ThreadId thread, const Outcome& outcome) {
  constexpr unsigned kYieldsInARow = 100;
  const Outcome* given = &outcome;
  unsigned yields = 0;
  for (std::uint64_t eager = 0; step(thread, *given); ++eager) {
    const ThreadRecord& record = execution_.thread(thread);
    yields = record.pending.kind == Kind::kYield ? yields + 1 : 0;
    if (yields > kYieldsInARow && others_are_enabled(thread)) return;
    if (ran_counted_loop_) {
      given = &last_read_;
      continue;
    }
    if (!is_eager(record.pending.kind) || execution_.enabled(record) == 0) return;
    if (record.pending.kind == Kind::kJoin && ends_from_cache()) return;
    if (eager >= steps_) {
      fail(endless_pauses_failure(thread, eager));
      return;
    }
    if (exceeds_thread_limit(record)) return;
    if (!is_pause(record.pending.kind)) execution_.note_effect(thread);
    note_eager(record.pending.kind);
    given = &execution_.perform(thread, 0);  // a spawn moves the records: `record` is invalid
    if (is_misuse(*given, thread)) return;
    const Operation& done = execution_.events().back().operation;
    if (done.kind == Kind::kSpawn) executor_.create(ThreadId(given->result), done);
  }
}

bool Run::try_spawn(ThreadId thread, const Operation& spawn, Reply& reply) {
  if (ending_) return false;
  ThreadRecord& record = execution_.thread(thread);
  execution_.announce(record, spawn);
  if (!execution_.can_spawn(record)) return false;
  execution_.note_effect(record);
  const Outcome& done = execution_.perform(thread, 0);
  eager_pending_ = true;
  executor_.create(ThreadId(done.result), spawn);
  reply = {.result = done.result, .failed = done.failed};
  return true;
}

bool Run::exceeds_thread_limit(const ThreadRecord& record) {
  if (record.pending.kind != Kind::kSpawn || execution_.can_spawn(record)) return false;
  const ThreadId thread = record.id;
  stop({.thread = thread,
        .failure = {.kind = FailureKind::kLimitThreads,
                    .thread = thread,
                    .message = "starts more threads than mcheck has ids for: " +
                               std::to_string(kMaxThreads) + " in one program"}});
  return true;
}

// False if the thread announced no further operation. Another thread may have run in its place.
bool Run::step(ThreadId& thread, const Outcome& outcome) {
  current_ = thread;
  object_changes_before_ = execution_.object_changes();
  const Step& next = executor_.resume(thread, outcome);
  thread = current_;
  eager_pending_ |=
      next.kind != Step::Kind::kOperation || execution_.object_changes() != object_changes_before_;
  switch (next.kind) {
    case Step::Kind::kOperation:
      execution_.announce(thread, next.operation, next.may_spin);
      ran_counted_loop_ = try_counted_loop(thread, next);
      if (!ran_counted_loop_) check_for_loop(thread, next);
      return true;
    case Step::Kind::kFinished:
      execution_.finish(thread, next.ends_process);
      (void)ends_from_cache();
      return false;
    case Step::Kind::kFalseAssumption:
      stop({.thread = thread, .kind = Stop::Kind::kFalseAssumption});
      return false;
    case Step::Kind::kCutOff: stop({.thread = thread, .kind = Stop::Kind::kCutOff}); return false;
    case Step::Kind::kFailed: {
      Stop failed{.thread = thread, .failure = next.failure};
      failed.failure.thread = thread;
      stop(failed);
      return false;
    }
  }
  return false;
}

// Checks whether the thread, with reads alone, is back at an earlier position.
void Run::check_for_loop(ThreadId thread, const Step& at) {
  execution_.thread(thread).spin_kind = at.spin_kind;
  looped_back_ |= at.looped_back;
  if (is_pause(at.operation.kind)) return;
  if (shared_before_ || shared_sum_before_) compare_shared(thread);
  // A section keeps other threads from changing what it reads.
  if (!can_spin(at.operation.kind) || at.operation.in_section) return;
  ThreadRecord& record = execution_.thread(thread);
  record.tracked |= at.tracked;
  if (at.looped_back || !execution_.is_effect_free(record)) return;
  const auto matches = [&](const Position& known, std::span<const std::byte> copy) {
    return executor_.equals_local(thread, copy, 0) ||
           (known.time != 0 && executor_.equals_local(thread, copy, known.time));
  };
  const Position* const before =
      execution_.loop_detector().find(execution_.position_of(thread), record.effect_free_from,
                                      matches, [&] { return executor_.local(thread); });
  if (before == nullptr) return;
  if (!at.tracked) {
    executor_.track(thread);
    looped_back_ = true;
  } else if (executor_.time_matters(thread, before->time)) {
    record.advances_clock = true;
  } else {
    execution_.note_loop(thread, *before);
  }
}

// A thread that locks and unlocks changes memory twice, and others run in between. So only the sum
// of its own changes counts.
void Run::note_shared(ThreadId thread) {
  if (execution_.thread(thread).futile_wait) {
    shared_sum_before_ = {executor_.shared_memory_sum(thread), execution_.object_changes()};
  } else {
    shared_before_ = shared_memory(thread);
  }
}

void Run::compare_shared(ThreadId thread) {
  if (shared_before_ && shared_memory(thread) != *shared_before_) execution_.note_effect(thread);
  if (!shared_sum_before_) return;
  if (shared_sum_before_->second != execution_.object_changes())
    return execution_.note_effect(thread);
  ThreadRecord& record = execution_.thread(thread);
  record.change_sum += executor_.shared_memory_sum(thread) - shared_sum_before_->first;
  // While it waits, others can see what it has changed, even if it is to be undone.
  const bool waits = record.pending.kind == Kind::kLeave;
  if (waits && record.change_sum != record.change_sum_at_position) execution_.note_effect(thread);
}

// A thread that fails to lock has seen that another holds the lock: that one's iteration is not
// idle.
void Run::note_observed(const Event& event) {
  if (event.operation.object == kNoObject) return;
  const State seen = execution_.state_at(event.version_before);
  const ObjectKind kind = execution_.find_object(event.operation.object)->kind;
  if (!is_mutex(kind)) return;
  const auto note_effect = [&](ThreadId holder) {
    if (holder != event.thread && execution_.thread(holder).futile_wait)
      execution_.note_effect(holder);
  };
  if (seen.value != 0) note_effect(ThreadId(seen.value - 1));
  for (unsigned i = 0; i < seen.threads.size(); ++i) note_effect(seen.threads.at(i));
}

// One more iteration shows whether the thread depends on the time. A position with neither a copy
// nor a fingerprint is never found again.
void Run::note_position(ThreadId thread) {
  LoopDetector& detector = execution_.loop_detector();
  std::vector<std::byte>& copies = detector.copies();
  Execution::LocalState local{.copy_from = copies.size(), .time = executor_.time_of(thread)};
  if (local.time != 0 || detector.prefers_copies()) executor_.copy_local(thread, copies);
  const bool copied = copies.size() != local.copy_from;
  if (!copied) local.fingerprint = executor_.local(thread);
  if (copied || local.fingerprint != 0) execution_.note_position(thread, local);
  if (std::exchange(execution_.thread(thread).advances_clock, false))
    executor_.advance_clock(thread);
}

// Always runs the first by path, so that the order is the same in every execution. Starts over as
// soon as something happened that can enable another.
void Run::run_eager() {
  running_eager_ = true;
  while (eager_pending_ && !ending_) {
    eager_pending_ = false;
    for (const ThreadRecord& record : execution_.threads()) {
      const bool waits = record.status == ThreadRecord::Status::kReady &&
                         is_eager(record.pending.kind) && execution_.enabled(record) > 0;
      if (!waits && record.status != ThreadRecord::Status::kNew) continue;
      if (starts_after_section(execution_, record)) continue;
      run_eager(record);
      if (eager_pending_ || ending_) break;  // the records may have moved
    }
  }
  running_eager_ = false;
}

// Starts the thread, or performs its eager operation.
void Run::run_eager(const ThreadRecord& record) {
  const ThreadId thread = record.id;
  if (record.status == ThreadRecord::Status::kNew) return run_to_choice(thread, {});
  note_eager(record.pending.kind);
  const Outcome& outcome = execution_.perform(thread, 0);
  if (!is_misuse(outcome, thread)) run_to_choice(thread, outcome);
}

// No thread is enabled: all have finished, or some are stuck.
void Run::conclude() {
  if (!execution_.stops().empty()) return conclude_with_stopped();
  if (execution_.all_finished()) return finish();
  for (const ThreadRecord& record : execution_.threads()) {
    if (!execution_.is_kept_in_loop(record)) continue;
    // Two threads that spin with sections change for each other what a section changes.
    const bool may_be_stuck = execution_.has_sections() && several_threads_may_loop(execution_);
    if (may_be_stuck) executor_.note_undecided();
    return cut(Ending::kSpun);
  }
  if (!execution_.process_ended()) return conclude_stuck();
  if (const std::optional<Failure> left =
          remaining_deadlock(execution_, "; the process ended all the same")) {
    return fail(*left);
  }
  finish();
}

// What a section that has not ended has yet to do is no reason for others to be stuck, unless it is
// blocked itself.
void Run::conclude_stuck() {
  if (const ThreadId waiting = thread_at_gate(execution_); waiting != kNoThread) {
    const auto stuck = remaining_deadlock(execution_, "; a gate keeps another thread waiting");
    return fail(stuck ? *stuck
                      : Failure{.kind = FailureKind::kUnmetSchedule,
                                .thread = waiting,
                                .message = describe_blocked(execution_)});
  }
  if (thread_in_section(execution_) == kNoThread) return fail(stuck_failure(execution_));
  const std::optional<Failure> stuck =
      remaining_deadlock(execution_, "; an atomic section is blocked, too");
  if (stuck) return fail(*stuck);
  const bool waits = any_thread_waits_for_section(execution_);
  if (waits || !stuck_sections_.is_deadlock(execution_)) {
    const bool may_be_stuck = stuck_sections_.may_be_deadlock() || any_thread_may_loop(execution_);
    if (may_be_stuck) executor_.note_undecided();
    return cut();
  }
  fail(stuck_failure(execution_));
}

void Run::finish() {
  ending_ = Ending::kFinished;
  if (const std::optional<Failure> failure = executor_.failure_at_end()) fail(*failure);
}

// To wait or spin for a thread that has stopped is no deadlock and no livelock. A cycle of threads
// that block each other is one.
void Run::conclude_with_stopped() {
  for (const Stop& stop : execution_.stops()) {
    if (stop.failed() && !is_limit(stop.failure.kind)) return fail(stop.failure);
  }
  for (const Stop& stop : execution_.stops()) {
    if (stop.failed()) return fail(stop.failure);
  }
  const auto is_cut_off = [](const Stop& stop) { return stop.kind == Stop::Kind::kCutOff; };
  if (std::ranges::none_of(execution_.stops(), is_cut_off)) {
    const auto left = remaining_deadlock(execution_, "; an assumption of another thread is false");
    if (left) return fail(*left);
  }
  for (const ThreadRecord& record : execution_.threads()) {
    if (execution_.is_kept_in_loop(record)) return cut(Ending::kSpun);
  }
  ending_ = Ending::kCutOff;
}

}  // namespace mcheck
