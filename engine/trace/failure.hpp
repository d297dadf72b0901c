// SPDX-License-Identifier: MIT
// How an execution went wrong. A value: nothing is thrown, nothing is unwound.
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
  kDeadlock,    // nobody can go on
  kThreadLeak,  // main has returned and a thread is blocked for ever
  kLivelock,    // nobody can go on, and somebody polls what nobody is left to change
  kMisuse,      // undefined by the standard: unlock by a non-owner, join twice …
  kRace,        // plain accesses to one byte that nothing orders, and one of them writes
  kUseAfterFree,
  kCrash,  // SIGSEGV, SIGFPE, SIGABRT …
  kStackOverflow,
  kStepLimit,        // an execution longer than --steps, with --fail-at-steps
  kExit,             // the program ended the process
  kKilled,           // the process was ended from outside
  kRequest,          // not the program: the words that it was given are wrong
  kLostWakeUp,       // a deadlock: who waits was notified before it waited
  kPartialDeadlock,  // some wait for each other for ever; the others go on, or have ended
  kSelfDeadlock,     // a thread waits for a lock that it holds itself
  kLockOrder,        // never of an execution: a warning (result.hpp)
  kStarvation,       // a thread never gets what it wants while others go round for ever
  kNotLockFree,      // --progress: others can keep a thread from ever completing its operation
  kConflict,         // two calls, or accesses, that nothing orders: the one that was to be shown
  kDoubleFree,
  kMismatchedFree,   // what is no block, or was allocated with something else
  kHeapOverflow,     // beyond a block, or before it
  kLeak,             // nothing points to a block any more at the end
  kUninitialised,    // read before it was ever written
  kDestroyedObject,  // a mutex or the like that has been destroyed, or its memory given back
  kDeadStack,        // the stack of a thread that has ended
  // Limits of mcheck, and no failures of the program: what came after is not known.
  kLimitSteps,     // an execution longer than --steps
  kLimitPatience,  // a thread computes longer than --patience without a scheduling point
  kLimitThreads,   // more threads than have a number
  kLimitHeap,      // more memory than a thread's heap holds
  kLimitChoices,   // more ways to go on at one step than have a number
};

// The word in reports and JSON: "check", "deadlock", "stack-overflow".
const char* name_of(FailureKind kind);
// The kind with that name; false if there is none.
bool parse_failure_kind(const std::string& name, FailureKind& kind);
// All of them.
std::vector<FailureKind> failure_kinds();

// Whether it is nobody's in particular: the execution as a whole got stuck.
constexpr bool is_of_nobody(FailureKind kind) {
  return kind == FailureKind::kDeadlock || kind == FailureKind::kThreadLeak ||
         kind == FailureKind::kLivelock || kind == FailureKind::kLostWakeUp ||
         kind == FailureKind::kPartialDeadlock || kind == FailureKind::kSelfDeadlock ||
         kind == FailureKind::kStarvation || kind == FailureKind::kNotLockFree ||
         kind == FailureKind::kLeak;
}

// Whether nobody could go on in it, whatever else is known of how that came.
constexpr bool is_deadlock(FailureKind kind) {
  return kind == FailureKind::kDeadlock || kind == FailureKind::kLostWakeUp ||
         kind == FailureKind::kSelfDeadlock;
}

// Whether it is a limit of mcheck: the execution ends there, and the verdict is "incomplete" unless
// something fails elsewhere.
constexpr bool is_limit(FailureKind kind) {
  return kind == FailureKind::kLimitSteps || kind == FailureKind::kLimitPatience ||
         kind == FailureKind::kLimitThreads || kind == FailureKind::kLimitHeap ||
         kind == FailureKind::kLimitChoices;
}

// A search that meets such executions gives up once they have cost kEnoughLimits: those that take
// seconds cost more.
inline constexpr std::uint64_t kEnoughLimits = 100;
constexpr std::uint64_t cost_of_limit(FailureKind kind) {
  return kind == FailureKind::kLimitPatience ? kEnoughLimits / 5 : 1;
}

// "steps", "patience", "threads", "heap", "choices"; "" for what is no limit.
std::string limit_name(FailureKind kind);

struct Failure {
  FailureKind kind = FailureKind::kCheck;
  ThreadId thread{};
  std::string message;

  friend bool operator==(const Failure&, const Failure&) = default;
};

}  // namespace mcheck
