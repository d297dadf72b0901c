// SPDX-License-Identifier: MIT
// How an execution went wrong. A value: no exception is thrown, and no stack is unwound.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.hpp"

namespace mcheck {

enum class FailureKind : std::uint8_t {
  kCheck,       // check(false, …)
  kAssertion,   // assert(false)
  kException,   // an exception left a thread
  kDeadlock,    // no thread is enabled
  kThreadLeak,  // main has returned, and a thread is blocked forever
  kLivelock,    // no thread makes progress, and one spins on a value that no thread can change
  kMisuse,      // undefined by the standard: unlock by a non-owner, join twice …
  kRace,        // unordered plain accesses to one byte, at least one of them a write
  kUseAfterFree,
  kCrash,  // SIGSEGV, SIGFPE, SIGABRT …
  kStackOverflow,
  kStepLimit,        // an execution longer than --steps, with --fail-at-steps
  kExit,             // the program ended the process
  kKilled,           // the process was killed from outside
  kRequest,          // not the program: its arguments are wrong
  kLostWakeUp,       // a deadlock: a thread waits for a notification that came before its wait
  kPartialDeadlock,  // some threads wait for each other forever; others run, or have finished
  kSelfDeadlock,     // a thread waits for a lock that it holds
  kLockOrder,        // never of an execution: a warning (engine/trace/results/result.hpp)
  kStarvation,       // a thread is never served while others run in a cycle
  kNotLockFree,      // --progress: other threads can keep a thread from ever completing
  kConflict,         // two unordered calls or accesses: the conflict that the user asked for
  kDoubleFree,
  kMismatchedFree,        // not a block, or allocated by another function
  kHeapOverflow,          // after a block, or before it
  kLeak,                  // at the end no pointer to a block exists
  kUninitialised,         // read before the first write
  kDestroyedObject,       // a mutex or the like that was destroyed, or whose memory was freed
  kDeadStack,             // the stack of a finished thread
  kUnmetSchedule,         // gates keep threads waiting for ever in every execution
  kOpenSchedule,          // exactly_one, and more than one execution follows the schedule
  kNotLinearizable,       // of a class test: no order of the calls gives their results
  kUnexplainedException,  // of a class test: no order of the calls throws it
  // Limits of mcheck, not failures of the program: the rest of the execution is unknown.
  kLimitSteps,     // an execution longer than --steps
  kLimitPatience,  // a thread computes longer than --patience without a scheduling point
  kLimitThreads,   // more threads than there are ids
  kLimitHeap,      // more memory than a thread's heap holds
  kLimitChoices,   // more alternatives at one step than can be numbered
};

// Its name in reports and JSON: "check", "deadlock", "stack-overflow".
const char* name_of(FailureKind kind);
// Finds the kind with that name; false if there is none.
bool parse_failure_kind(const std::string& name, FailureKind& kind);
// All kinds.
std::vector<FailureKind> failure_kinds();

// Whether it concerns no single thread: the execution as a whole is stuck.
constexpr bool is_execution_wide(FailureKind kind) {
  return kind == FailureKind::kDeadlock || kind == FailureKind::kThreadLeak ||
         kind == FailureKind::kLivelock || kind == FailureKind::kLostWakeUp ||
         kind == FailureKind::kPartialDeadlock || kind == FailureKind::kSelfDeadlock ||
         kind == FailureKind::kStarvation || kind == FailureKind::kNotLockFree ||
         kind == FailureKind::kLeak || kind == FailureKind::kUnmetSchedule ||
         kind == FailureKind::kOpenSchedule;
}

// Whether no thread was enabled, whatever the cause.
constexpr bool is_deadlock(FailureKind kind) {
  return kind == FailureKind::kDeadlock || kind == FailureKind::kLostWakeUp ||
         kind == FailureKind::kSelfDeadlock;
}

// Whether it is a limit of mcheck: the execution ends there, and the verdict is "incomplete" unless
// another execution fails.
constexpr bool is_limit(FailureKind kind) {
  return kind == FailureKind::kLimitSteps || kind == FailureKind::kLimitPatience ||
         kind == FailureKind::kLimitThreads || kind == FailureKind::kLimitHeap ||
         kind == FailureKind::kLimitChoices;
}

// Whether other executions decide what it means: it is no bug yet.
constexpr bool is_provisional(FailureKind kind) {
  return is_limit(kind) || kind == FailureKind::kUnmetSchedule;
}

// A search that reaches limits gives up once they have cost kMaxLimitCost; a limit that takes
// seconds costs more.
inline constexpr std::uint64_t kMaxLimitCost = 100;
constexpr std::uint64_t cost_of_limit(FailureKind kind) {
  return kind == FailureKind::kLimitPatience ? kMaxLimitCost / 5 : 1;
}

struct Failure {
  FailureKind kind = FailureKind::kCheck;
  ThreadId thread{};
  std::string message;

  friend bool operator==(const Failure&, const Failure&) = default;
};

}  // namespace mcheck
