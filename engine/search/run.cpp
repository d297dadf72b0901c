// SPDX-License-Identifier: MIT
#include "engine/search/run.hpp"

#include <algorithm>

namespace mcheck {

void Run::begin() {
  ending_.reset();
  failure_.reset();
  execution_.clear();
  executor_.begin(execution_);
  settle();
}

std::span<const Alternative> Run::alternatives() {
  if (ending_) return {};
  const std::span<const Alternative> ways = execution_.alternatives();
  if (!std::ranges::all_of(ways, [this](const Alternative& way) { return is_luck(way); })) {
    return ways;
  }
  conclude();
  return {};
}

// Only a wake-up for no reason would let this thread go on. It may happen, and it may not: where
// nobody has anything better to hope for, that is a deadlock.
bool Run::is_luck(const Alternative& way) const {
  const ThreadRecord& record = execution_.thread(way.thread);
  const Operation& operation = record.pending;
  return operation.kind == Kind::kLeave && operation.may_fail && !operation.may_time_out &&
         execution_.state_of(operation.object).threads.has(way.thread);
}

void Run::take(std::uint32_t chosen, bool hold) {
  const std::span<const Alternative> ways = execution_.last_alternatives();
  const Alternative way = ways[chosen];
  const auto count = static_cast<std::uint16_t>(ways.size());
  if (uses_destroyed(way.thread)) return;
  const Outcome outcome = execution_.perform(way.thread, way.outcome);
  execution_.note_choice(static_cast<std::uint16_t>(chosen), count, way.preempts);
  if (failed_by(outcome, way.thread)) return;
  if (hold) {
    ending_ = Ending::kCutOff;
    return;
  }
  go_on(way.thread, outcome);
  settle();
}

void Run::fail(const Failure& failure) {
  failure_ = failure;
  ending_ = Ending::kFailed;
}

bool Run::failed_by(const Outcome& outcome, ThreadId thread) {
  if (outcome.misuse == Misuse::kNone) return false;
  const Operation& operation = execution_.events().back().operation;
  fail({.kind = FailureKind::kMisuse,
        .thread = thread,
        .message = execution_.thread_text(thread) + " " + explain(outcome.misuse) + ": `" +
                   execution_.object_text(operation.object) + "`"});
  return true;
}

// A condition variable may be destroyed once everybody is notified; a waiter then only leaves.
bool Run::uses_destroyed(ThreadId thread) {
  const Operation& pending = execution_.thread(thread).pending;
  const ObjectId object = pending.object;
  const bool leaves = pending.kind == Kind::kLeave || pending.kind == Kind::kAwaken;
  if (object == kNoObject || leaves || execution_.find_object(object)->alive) return false;
  fail({.kind = FailureKind::kMisuse,
        .thread = thread,
        .message = execution_.thread_text(thread) + " uses `" + execution_.object_text(object) +
                   "`, which has been destroyed"});
  return true;
}

// The thread runs to its next operation that is a choice, or that cannot happen yet.
void Run::go_on(ThreadId thread, const Outcome& outcome) {
  Outcome handed = outcome;
  for (std::uint64_t eager = 0; step(thread, handed); ++eager) {
    const ThreadRecord& record = execution_.thread(thread);
    if (!is_eager(record.pending.kind) || execution_.ways(record) == 0) return;
    if (eager >= steps_) {
      fail({.kind = FailureKind::kStepLimit,
            .thread = thread,
            .message = "goes round in a loop of yields or fences: " + std::to_string(eager) +
                       " times and no other operation"});
      return;
    }
    if (uses_destroyed(thread) || spawns_too_many(record)) return;
    handed = execution_.perform(thread, 0);  // a spawn moves the records: `record` is gone
    if (failed_by(handed, thread)) return;
    const Operation& done = execution_.events().back().operation;
    if (done.kind == Kind::kSpawn) executor_.create(ThreadId(handed.result), done);
  }
}

bool Run::spawns_too_many(const ThreadRecord& record) {
  if (record.pending.kind != Kind::kSpawn || execution_.can_spawn(record)) return false;
  fail({.kind = FailureKind::kMisuse,
        .thread = record.id,
        .message = "starts more threads than mcheck can tell apart: " +
                   std::to_string(kMaxThreads) + " in one program"});
  return true;
}

// False once the thread announces nothing more.
bool Run::step(ThreadId thread, const Outcome& outcome) {
  Step next = executor_.resume(thread, outcome);
  switch (next.kind) {
    case Step::Kind::kOperation: execution_.announce(thread, next.operation); return true;
    case Step::Kind::kFinished: execution_.finish(thread); return false;
    case Step::Kind::kCutOff: ending_ = Ending::kCutOff; return false;
    case Step::Kind::kFailed:
      next.failure.thread = thread;
      fail(next.failure);
      return false;
  }
  return false;
}

void Run::settle() {
  while (!ending_ && settle_once()) {
  }
}

// Starts one thread that has not started, or lets one pass that waited for a cause: by path, so
// that the order is the same in every execution.
bool Run::settle_once() {
  for (const ThreadRecord& record : execution_.threads()) {
    const ThreadId thread = record.id;
    if (record.status == ThreadRecord::Status::kNew) {
      go_on(thread, {});
      return true;
    }
    if (record.status == ThreadRecord::Status::kReady && is_eager(record.pending.kind) &&
        execution_.ways(record) > 0) {
      if (!uses_destroyed(thread)) go_on(thread, execution_.perform(thread, 0));
      return true;
    }
  }
  return false;
}

// Nobody can go on: all is done, or somebody is stuck.
void Run::conclude() {
  if (execution_.all_finished()) {
    ending_ = Ending::kFinished;
    return;
  }
  const bool main_done = execution_.thread(kMainThread).status == ThreadRecord::Status::kFinished;
  fail({.kind = main_done ? FailureKind::kThreadLeak : FailureKind::kDeadlock,
        .thread = kMainThread,
        .message = (main_done ? "main has returned, and " : "") + describe_blocked(execution_)});
}

}  // namespace mcheck
