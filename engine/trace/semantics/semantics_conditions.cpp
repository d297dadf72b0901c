// SPDX-License-Identifier: MIT
// Waiting and notification: condition variables, and the waiting side of atomics.
//
// A notify wakes any one of the waiters: a data choice whose label is the waiter. A notify without
// a waiter changes nothing. A thread that leaves a timed wait was notified if it is no longer among
// the waiters; otherwise it timed out, or woke spuriously.
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {
namespace {

Outcome notify_one(const State& state, std::uint32_t which) {
  if (state.threads.empty()) return fails(0);
  const ThreadId woken = state.threads.at(which);
  State next = state;
  next.threads.remove(woken);
  Outcome outcome = writes(owner_word(woken), next);
  outcome.label = index(woken);
  outcome.wakes.add(woken);
  return outcome;
}

Outcome notify_all(const State& state) {
  if (state.threads.empty()) return fails(0);
  State next = state;
  next.threads = {};
  Outcome outcome = writes(state.threads.size(), next);
  outcome.wakes = state.threads;
  return outcome;
}

}  // namespace

std::uint32_t condition_outcomes(const Operation& operation, ThreadId thread, const State& state) {
  if (operation.kind == Kind::kNotifyOne) return state.threads.empty() ? 1 : state.threads.size();
  // kLeave: blocked only if it can neither time out nor wake spuriously.
  return !state.threads.has(thread) || operation.may_time_out || operation.may_fail ? 1 : 0;
}

Outcome condition_outcome(const Operation& operation, ThreadId thread, const State& state,
                          std::uint32_t which) {
  if (operation.kind == Kind::kNotifyOne) return notify_one(state, which);
  if (operation.kind == Kind::kNotifyAll) return notify_all(state);
  State next = state;
  if (operation.kind == Kind::kEnqueue) {
    const bool another = operation.a != 0 && state.extra != 0 && operation.a != state.extra;
    if (another && !state.threads.empty()) return misuses(Misuse::kAnotherMutex);
    next.extra = operation.a;
    next.threads.add(thread);
    Outcome waits = writes(which, next);
    waits.label = which;
    return waits;
  }
  if (!state.threads.has(thread)) return reads(1);
  next.threads.remove(thread);
  Outcome left = writes(0, next);
  left.failed = true;
  return left;
}

}  // namespace mcheck
