// SPDX-License-Identifier: MIT
#include "engine/search/run.hpp"

#include <algorithm>
#include <utility>

#include "engine/search/sections.hpp"
#include "engine/search/standstill.hpp"

namespace mcheck {

void Run::begin() {
  forget_end();
  execution_.clear();
  executor_.begin(execution_);
  restless_ = true;
  settle();
}

std::span<const Alternative> Run::alternatives() {
  if (ending_) return {};
  if (execution_.may_try()) try_spinners();
  std::span<const Alternative> ways = execution_.alternatives();
  if (!ways.empty()) return ways;
  // Memory that is no model object may have changed. So spinning threads are tried once more before
  // they are taken to spin for ever.
  if (execution_.may_try() && try_spinners(true)) ways = execution_.alternatives();
  if (ways.empty()) conclude();
  return ways;
}

// Finds out of each thread at a spin site whether its step would lead back. True if a thread that
// was known to spin no longer does.
bool Run::try_spinners(bool again) {
  bool released = false;
  for (const ThreadRecord& record : execution_.threads()) {
    const bool spun = again && execution_.spins(record);
    if (spun) execution_.forget_try(record.id);
    const std::optional<Outcome> way = execution_.to_try(record);
    if (!way) continue;
    const bool spins =
        executor_.leads_back(record.id, *way, execution_.version_of(record.pending.object));
    execution_.note_try(record.id, spins);
    released |= spun && !spins;
  }
  return released;
}

// At most so many: an unknown version costs one execution that ends as a probe.
void Run::try_older(const ThreadRecord& record) {
  constexpr unsigned kMost = 64;
  std::uint32_t version = execution_.take_older(record.id);
  for (unsigned i = 0; i < kMost; ++i) {
    const Version& newer = execution_.versions()[version];
    if (newer.writer == kNone || newer.previous == kNone) return;
    if (!executor_.may_precede(record.id, execution_.events()[newer.writer])) return;
    version = newer.previous;
    const std::optional<Outcome> way = execution_.to_try(record, version);
    if (!way || !executor_.leads_back(record.id, *way, version)) continue;
    execution_.note_spin(record.id, version);
  }
}

void Run::take(std::uint32_t chosen, bool hold) {
  const std::span<const Alternative> ways = execution_.last_alternatives();
  const Alternative way = ways[chosen];
  came_back_ = false;
  if (executor_.counted_loop_sites() > 0) compare_loop_exits(way);
  const auto count = static_cast<std::uint16_t>(ways.size());
  const Outcome& outcome = execution_.perform(way.thread, way.outcome);
  ThreadRecord& record = execution_.thread(way.thread);
  execution_.note_choice(record, static_cast<std::uint16_t>(way.number), count, way.preempts);
  const Event& event = execution_.events().back();
  const Kind kind = event.operation.kind;
  restless_ |= !is_simple(kind);
  if (failed_by(outcome, way.thread)) {
    settle();
    return;
  }
  if (hold) {
    ending_ = Ending::kCutOff;
    return;
  }
  const bool polled = execution_.polled(event);
  if (polled) executor_.watch(way.thread), looked_ = outcome;
  if (event.failed) note_observed(event);
  const bool in_vain = !polled && execution_.waited_in_vain(record);
  const bool looks = execution_.has_sections() && is_read_in_section(execution_, event);
  const bool begins = kind == Kind::kBeginSection && !event.operation.in_section;
  if (polled || (in_vain && can_poll(kind)) || begins) {
    note_position(way.thread);
  } else if (!in_vain && !looks) {
    execution_.disturb(record);
  }
  if (record.tracked) note_outside(way.thread);
  go_on(way.thread, outcome);
  outside_.reset();
  outside_sum_.reset();
  settle();
}

void Run::fail(const Failure& failure) {
  failure_ = failure;
  if (fails_at_steps_ && failure.kind == FailureKind::kLimitSteps) {
    failure_->kind = FailureKind::kStepLimit;
  }
  ending_ = is_limit(failure_->kind) ? Ending::kLimit : Ending::kFailed;
}

bool Run::misused(const Outcome& outcome, ThreadId thread) {
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
  if (whole_ || stop.kind == Stop::Kind::kFalseAssumption) return;
  if (stop.failed()) return fail(stop.failure);
  cut();
}

// Runs the thread to its next operation that is a choice or is not enabled.
void Run::go_on(ThreadId thread, const Outcome& outcome) {
  const Outcome* handed = &outcome;
  for (std::uint64_t eager = 0; step(thread, *handed); ++eager) {
    const ThreadRecord& record = execution_.thread(thread);
    if (ran_counted_loop_) {
      handed = &looked_;
      continue;
    }
    if (!is_eager(record.pending.kind) || execution_.ways(record) == 0) return;
    if (record.pending.kind == Kind::kJoin && ends_as_known()) return;
    if (eager >= steps_) {
      fail(endless_pauses(thread, eager));
      return;
    }
    if (spawns_too_many(record)) return;
    if (!is_pause(record.pending.kind)) execution_.disturb(thread);
    note_eager(record.pending.kind);
    handed = &execution_.perform(thread, 0);  // a spawn moves the records: `record` is invalid
    if (failed_by(*handed, thread)) return;
    const Operation& done = execution_.events().back().operation;
    if (done.kind == Kind::kSpawn) executor_.create(ThreadId(handed->result), done);
  }
}

bool Run::spawns(ThreadId thread, const Operation& spawn, Reply& reply) {
  if (ending_) return false;
  ThreadRecord& record = execution_.thread(thread);
  execution_.announce(record, spawn);
  if (!execution_.can_spawn(record)) return false;
  execution_.disturb(record);
  const Outcome& done = execution_.perform(thread, 0);
  restless_ = true;
  executor_.create(ThreadId(done.result), spawn);
  reply = {.result = done.result, .failed = done.failed};
  return true;
}

bool Run::spawns_too_many(const ThreadRecord& record) {
  if (record.pending.kind != Kind::kSpawn || execution_.can_spawn(record)) return false;
  const ThreadId thread = record.id;
  stop({.thread = thread,
        .failure = {.kind = FailureKind::kLimitThreads,
                    .thread = thread,
                    .message = "starts more threads than mcheck can tell apart: " +
                               std::to_string(kMaxThreads) + " in one program"}});
  return true;
}

// False if the thread announced no further operation. Another thread may have run in its place.
bool Run::step(ThreadId& thread, const Outcome& outcome) {
  moving_ = thread;
  changes_before_ = execution_.changes();
  const Step& next = executor_.resume(thread, outcome);
  thread = moving_;
  restless_ |= next.kind != Step::Kind::kOperation || execution_.changes() != changes_before_;
  switch (next.kind) {
    case Step::Kind::kOperation:
      execution_.announce(thread, next.operation, next.may_spin);
      ran_counted_loop_ = runs_counted_loop(thread, next);
      if (!ran_counted_loop_) arrive(thread, next);
      return true;
    case Step::Kind::kFinished:
      execution_.finish(thread, next.ends_process);
      (void)ends_as_known();
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
void Run::arrive(ThreadId thread, const Step& at) {
  execution_.thread(thread).polling = at.polling;
  came_back_ |= at.came_back;
  if (is_pause(at.operation.kind)) return;
  if (outside_ || outside_sum_) compare_outside(thread);
  // A section keeps other threads from changing what it reads.
  if (!can_poll(at.operation.kind) || at.operation.in_section) return;
  ThreadRecord& record = execution_.thread(thread);
  record.tracked |= at.tracked;
  if (at.came_back || !execution_.is_quiet(record)) return;
  const auto is_like = [&](const Position& known, std::span<const std::byte> copy) {
    return executor_.is_local(thread, copy, 0) ||
           (known.time != 0 && executor_.is_local(thread, copy, known.time));
  };
  const Position* const before =
      execution_.loop_detector().find(execution_.position_of(thread), record.quiet_from, is_like,
                                      [&] { return executor_.local(thread); });
  if (before == nullptr) return;
  if (!at.tracked) {
    executor_.track(thread);
    came_back_ = true;
  } else if (executor_.time_matters(thread, before->time)) {
    record.leaps = true;
  } else {
    execution_.note_circle(thread, *before);
  }
}

// A thread that locks and unlocks changes memory twice, and others run in between. So only the sum
// of its own changes counts.
void Run::note_outside(ThreadId thread) {
  if (execution_.thread(thread).in_vain) {
    outside_sum_ = {executor_.outside_sum(thread), execution_.changes()};
  } else {
    outside_ = outside(thread);
  }
}

void Run::compare_outside(ThreadId thread) {
  if (outside_ && outside(thread) != *outside_) execution_.disturb(thread);
  if (!outside_sum_) return;
  if (outside_sum_->second != execution_.changes()) return execution_.disturb(thread);
  ThreadRecord& record = execution_.thread(thread);
  record.drift += executor_.outside_sum(thread) - outside_sum_->first;
  // While it waits, others can see what it has changed, even if it is to be undone.
  const bool waits = record.pending.kind == Kind::kLeave;
  if (waits && record.drift != record.drift_at_position) execution_.disturb(thread);
}

// A thread that fails to lock has seen that another holds the lock: that one's iteration is not
// idle.
void Run::note_observed(const Event& event) {
  if (event.operation.object == kNoObject) return;
  const State seen = execution_.state_at(event.version_before);
  const ObjectKind kind = execution_.find_object(event.operation.object)->kind;
  if (!is_mutex(kind)) return;
  const auto disturb = [&](ThreadId holder) {
    if (holder != event.thread && execution_.thread(holder).in_vain) execution_.disturb(holder);
  };
  if (seen.value != 0) disturb(ThreadId(seen.value - 1));
  for (unsigned i = 0; i < seen.threads.size(); ++i) disturb(seen.threads.at(i));
}

// One more iteration shows whether the thread depends on the time. A position with neither a copy
// nor a fingerprint is never found again.
void Run::note_position(ThreadId thread) {
  LoopDetector& detector = execution_.loop_detector();
  std::vector<std::byte>& copies = detector.copies();
  Execution::Local local{.copy_from = copies.size(), .time = executor_.time_of(thread)};
  if (local.time != 0 || detector.prefers_copies()) executor_.keep_local(thread, copies);
  const bool copied = copies.size() != local.copy_from;
  if (!copied) local.fingerprint = executor_.local(thread);
  if (copied || local.fingerprint != 0) execution_.note_position(thread, local);
  if (std::exchange(execution_.thread(thread).leaps, false)) executor_.leap(thread);
}

// Always runs the first by path, so that the order is the same in every execution. Starts over as
// soon as something happened that can enable another.
void Run::settle() {
  settles_ = true;
  while (restless_ && !ending_) {
    restless_ = false;
    for (const ThreadRecord& record : execution_.threads()) {
      const bool waits = record.status == ThreadRecord::Status::kReady &&
                         is_eager(record.pending.kind) && execution_.ways(record) > 0;
      if (!waits && record.status != ThreadRecord::Status::kNew) continue;
      if (starts_after_section(execution_, record)) continue;
      settle(record);
      if (restless_ || ending_) break;  // the records may have moved
    }
  }
  settles_ = false;
}

// Starts the thread, or performs its eager operation.
void Run::settle(const ThreadRecord& record) {
  const ThreadId thread = record.id;
  if (record.status == ThreadRecord::Status::kNew) return go_on(thread, {});
  note_eager(record.pending.kind);
  const Outcome& outcome = execution_.perform(thread, 0);
  if (!failed_by(outcome, thread)) go_on(thread, outcome);
}

// No thread is enabled: all have finished, or some are stuck.
void Run::conclude() {
  if (!execution_.stops().empty()) return conclude_with_stopped();
  if (execution_.all_finished()) return finish();
  for (const ThreadRecord& record : execution_.threads()) {
    if (!execution_.stays(record)) continue;
    // Two threads that spin with sections change for each other what a section changes.
    const bool may_be_stuck = execution_.has_sections() && several_threads_may_poll(execution_);
    if (may_be_stuck) executor_.note_undecided();
    return cut(Ending::kSpun);
  }
  if (!execution_.process_ended()) return conclude_standstill();
  if (const std::optional<Failure> left =
          left_behind(execution_, "; the process ended all the same")) {
    return fail(*left);
  }
  finish();
}

// What a section that has not ended has yet to do is no reason for others to be stuck, unless it is
// blocked itself.
void Run::conclude_standstill() {
  if (thread_in_section(execution_) == kNoThread) return fail(standstill(execution_));
  const std::optional<Failure> stuck = left_behind(execution_, "; an atomic section waits, too");
  if (stuck) return fail(*stuck);
  const bool waits = anybody_waits_for_section(execution_);
  if (waits || !section_standstills_.is_deadlock(execution_)) {
    const bool may_be_stuck = section_standstills_.may_be_deadlock() || anybody_polls(execution_);
    if (may_be_stuck) executor_.note_undecided();
    return cut();
  }
  fail(standstill(execution_));
}

void Run::finish() {
  ending_ = Ending::kFinished;
  if (const std::optional<Failure> failure = executor_.at_end()) fail(*failure);
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
    const auto left = left_behind(execution_, "; an assumption of another thread is false");
    if (left) return fail(*left);
  }
  for (const ThreadRecord& record : execution_.threads()) {
    if (execution_.stays(record)) return cut(Ending::kSpun);
  }
  ending_ = Ending::kCutOff;
}

}  // namespace mcheck
