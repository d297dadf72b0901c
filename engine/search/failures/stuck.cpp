// SPDX-License-Identifier: MIT
#include "engine/search/failures/stuck.hpp"

#include <algorithm>

#include "engine/search/execution/sections.hpp"
#include "engine/search/failures/lost_wake_up.hpp"
#include "engine/search/steps/run.hpp"

namespace mcheck {
namespace {

using Threads = std::vector<ThreadId>;

bool is_among(const Threads& threads, ThreadId thread) {
  return std::ranges::find(threads, thread) != threads.end();
}

// Only the holder could enable the thread.
bool waits_for_holder(const Execution& execution, const ThreadRecord& record) {
  if (record.status != ThreadRecord::Status::kReady || execution.enabled(record) > 0) return false;
  if (waits_for_section(execution, record)) return false;
  if (wants_lock(execution, record)) return true;
  return record.pending.kind == Kind::kOnceEnter || record.pending.kind == Kind::kJoin;
}

// After the process has ended, what its last thread held does not matter.
bool holds_for_good(const Execution& execution, const ThreadRecord& waiting, ThreadId holder) {
  if (waiting.pending.kind == Kind::kJoin) return false;
  const ThreadRecord& record = execution.thread(holder);
  return record.status == ThreadRecord::Status::kFinished && !record.ended_process;
}

bool is_blocked_for_good(const Execution& execution, const ThreadRecord& record,
                         const Threads& stuck) {
  const ThreadSet holders = holders_for(execution, record);
  for (unsigned i = 0; i < holders.size(); ++i) {
    const ThreadId holder = holders.at(i);
    if (is_among(stuck, holder) || holds_for_good(execution, record, holder)) return true;
  }
  return false;
}

std::optional<ThreadId> waits_for_itself(const Execution& execution, const Threads& stuck) {
  for (const ThreadId thread : stuck) {
    const ThreadRecord& record = execution.thread(thread);
    if (record.pending.kind != Kind::kJoin && holders_for(execution, record).has(thread)) {
      return thread;
    }
  }
  return std::nullopt;
}

// The next thread of a possible cycle: a stuck one that the thread waits for.
std::optional<ThreadId> next_in_cycle(const Execution& execution, ThreadId thread,
                                      const Threads& stuck) {
  const ThreadSet holders = holders_for(execution, execution.thread(thread));
  for (unsigned i = 0; i < holders.size(); ++i) {
    if (is_among(stuck, holders.at(i))) return holders.at(i);
  }
  return std::nullopt;
}

// "; a cycle: T1 → T2 → T1", or nothing.
std::string cycle_text(const Execution& execution, const Threads& stuck) {
  for (const ThreadId first : stuck) {
    Threads path;
    std::optional<ThreadId> at = first;
    for (; at && !is_among(path, *at); at = next_in_cycle(execution, *at, stuck)) {
      path.push_back(*at);
    }
    if (!at || *at != first || path.size() < 2) continue;
    std::string text = "; a cycle: ";
    for (const ThreadId each : path) text += execution.thread_text(each) + " → ";
    return text + execution.thread_text(first);
  }
  return "";
}

// "T1 has ended and still holds `guard`"
std::string kept_locks_text(const Execution& execution, const Threads& stuck) {
  for (const ThreadId thread : stuck) {
    const ThreadRecord& record = execution.thread(thread);
    const ThreadSet holders = holders_for(execution, record);
    for (unsigned i = 0; i < holders.size(); ++i) {
      if (!holds_for_good(execution, record, holders.at(i))) continue;
      return "; " + execution.thread_text(holders.at(i)) + " has ended and still holds `" +
             execution.object_text(record.pending.object) + "`";
    }
  }
  return "";
}

std::string why_stuck(const Execution& execution, const Threads& stuck) {
  const std::string cycle = cycle_text(execution, stuck);
  return cycle.empty() ? kept_locks_text(execution, stuck) : cycle;
}

// Names only the threads that block each other: others may wait for a good reason.
std::string stuck_text(const Execution& execution, const Threads& stuck) {
  std::string text;
  for (const ThreadId thread : stuck) {
    text += (text.empty() ? "" : "; ") + describe_blocked(execution, execution.thread(thread));
  }
  return text + why_stuck(execution, stuck);
}

Failure partial_deadlock(const Execution& execution, const Threads& stuck,
                         const std::string& others) {
  const std::optional<ThreadId> itself = waits_for_itself(execution, stuck);
  return {.kind = itself ? FailureKind::kSelfDeadlock : FailureKind::kPartialDeadlock,
          .thread = itself.value_or(stuck.front()),
          .message = stuck_text(execution, stuck) + others};
}

bool any_thread_spins(const Execution& execution) {
  return std::ranges::any_of(execution.threads(),
                             [&](const ThreadRecord& record) { return execution.spins(record); });
}

}  // namespace

// The greatest fixed point: threads without the property are removed until none is left to remove.
std::vector<ThreadId> permanently_blocked(const Execution& execution) {
  Threads stuck;
  for (const ThreadRecord& record : execution.threads()) {
    if (waits_for_holder(execution, record)) stuck.push_back(record.id);
  }
  for (std::size_t before = stuck.size() + 1; before != stuck.size();) {
    before = stuck.size();
    const Threads all = stuck;
    std::erase_if(stuck, [&](ThreadId thread) {
      return !is_blocked_for_good(execution, execution.thread(thread), all);
    });
  }
  return stuck;
}

Failure stuck_failure(const Execution& execution) {
  const bool main_done = execution.thread(kMainThread).status == ThreadRecord::Status::kFinished;
  const std::string blocked_text =
      (main_done ? "main has returned, and " : "") + describe_blocked(execution);
  const Threads stuck = permanently_blocked(execution);
  if (const std::optional<ThreadId> itself = waits_for_itself(execution, stuck)) {
    return {.kind = FailureKind::kSelfDeadlock, .thread = *itself, .message = blocked_text};
  }
  if (any_thread_spins(execution)) {
    if (!stuck.empty() && !cycle_text(execution, stuck).empty()) {
      return {.kind = FailureKind::kPartialDeadlock,
              .thread = stuck.front(),
              .message = blocked_text + cycle_text(execution, stuck)};
    }
    return {.kind = FailureKind::kLivelock,
            .thread = kMainThread,
            .message = blocked_text + ": no thread is left that could change it"};
  }
  const std::string lost = stuck.empty() ? lost_wake_up(execution) : "";
  const std::string why = stuck.empty() ? lost : why_stuck(execution, stuck);
  const FailureKind kind = main_done      ? FailureKind::kThreadLeak
                           : lost.empty() ? FailureKind::kDeadlock
                                          : FailureKind::kLostWakeUp;
  return {.kind = kind, .thread = kMainThread, .message = blocked_text + why};
}

ThreadId thread_at_gate(const Execution& execution) {
  const auto waits = [&](const ThreadRecord& record) {
    if (record.status != ThreadRecord::Status::kReady) return false;
    return record.pending.kind == Kind::kGateWait ||
           (execution.spins(record) && condition_waited_for(execution, record.id) != kNoObject);
  };
  const auto found = std::ranges::find_if(execution.threads(), waits);
  return found == execution.threads().end() ? kNoThread : found->id;
}

std::optional<Failure> remaining_deadlock(const Execution& execution, const char* others) {
  const Threads stuck = permanently_blocked(execution);
  if (stuck.empty()) return std::nullopt;
  return partial_deadlock(execution, stuck, others);
}

Failure step_limit_failure(const Execution& execution, ThreadId thread, std::uint64_t steps) {
  const Threads stuck = permanently_blocked(execution);
  if (!stuck.empty()) return partial_deadlock(execution, stuck, "; others run without end");
  return {.kind = FailureKind::kLimitSteps,
          .thread = thread,
          .message = "still running after " + std::to_string(steps) + " steps"};
}

Failure endless_pauses_failure(ThreadId thread, std::uint64_t times) {
  return {.kind = FailureKind::kLimitSteps,
          .thread = thread,
          .message = "loops over yields or fences: " + std::to_string(times) +
                     " times without another operation"};
}

}  // namespace mcheck
