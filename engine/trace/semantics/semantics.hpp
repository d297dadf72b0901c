// SPDX-License-Identifier: MIT
// The semantics of every operation: objects as pure state machines.
//
//   for (i < outcome_count(operation, thread, state)) outcome(operation, thread, state, i)
//
// There are no side effects and no hidden state, so the functions apply to any past version of an
// object: a reduction asks what an operation *would* have done elsewhere in a trace. No outcome:
// the thread is blocked. Outcome 0 is the default; the others are data choices (which waiter a
// notify wakes, a value of choose, a spurious failure).
//
// Not here: kSpawn, kJoin and kAwaken, which depend on threads and not on an object
// (engine/search/execution/execution.hpp).
#pragma once

#include <cstdint>

#include "engine/base/ids.hpp"
#include "engine/trace/semantics/operation.hpp"
#include "engine/trace/semantics/thread_set.hpp"

namespace mcheck {

// In `extra` of plain data that was never written.
inline constexpr Word kUnwritten = 1;

// One version of an object. ObjectKind documents the meaning of the fields.
struct State {
  Word value = 0;
  Word extra = 0;
  ThreadSet threads;
  bool destroyed = false;
  std::uint16_t section = 0;  // 1 + the thread whose atomic section has locked it

  friend bool operator==(const State&, const State&) = default;
};

// How an outcome relates to others on the same object: two kRead commute, and so do two kCommuting
// of one group (engine/trace/order/dependency.hpp).
enum class Mode : std::uint8_t { kRead, kCommuting, kExclusive };

// Whether an atomic section of another thread has locked it (engine/include/mcheck/section.hpp).
[[nodiscard]] inline bool is_locked_by_other_section(const State& state, ThreadId thread) {
  return state.section != 0 && state.section != index(thread) + 1u;
}

// Uses that the C++ standard leaves undefined. The execution fails at the first.
enum class Misuse : std::uint8_t {
  kNone,
  kUnlockNotOwner,
  kUnlockSharedNotHeld,
  kTooManyPermits,
  kLatchBelowZero,
  kTooManyArrivals,
  kDestroyedInUse,
  kAnotherMutex,
  kUsesDestroyed,
  kTriesToLockOwned,
  kPhaseLongOver,
  kReadsUnwritten,
};

struct Outcome {
  Word result = 0;  // what the thread receives
  Word label = 0;   // identifies a data choice: the notified thread, the chosen value
  State next{};     // the object's new version, if mode is not kRead
  Mode mode = Mode::kRead;
  Misuse misuse = Misuse::kNone;
  bool failed = false;      // a failed try, a wait that timed out: for reports
  bool superseded = false;  // what it wrote is not the newest version
  ThreadSet wakes{};        // threads that this enables
};

// The part that the thread receives.
struct Reply {
  Word result = 0;
  bool failed = false;
  bool superseded = false;
};

[[nodiscard]] std::uint32_t outcome_count(const Operation& operation, ThreadId thread,
                                          const State& state);

// REQUIRES: which < outcome_count(operation, thread, state).
[[nodiscard]] Outcome outcome(const Operation& operation, ThreadId thread, const State& state,
                              std::uint32_t which);

// "unlocks a mutex that it does not hold"
[[nodiscard]] const char* explain(Misuse misuse);

}  // namespace mcheck
