// SPDX-License-Identifier: MIT
// What every operation does, said once: objects as pure state machines.
//
//   for (i < outcome_count(operation, thread, state)) outcome(operation, thread, state, i)
//
// No side effects and no hidden state, so it may be asked about any past version of an object: a
// reduction asks what an operation *would* have done elsewhere in a trace. No outcome means that
// the thread is blocked. Outcome 0 is the default; the others are data choices (which waiter a
// notify wakes, a value of choose, a failure for no reason).
//
// Not here: kSpawn, kJoin and kAwaken, which depend on threads and not on an object
// (search/execution.hpp).
#pragma once

#include <cstdint>

#include "engine/base/ids.hpp"
#include "engine/trace/operation.hpp"
#include "engine/trace/thread_set.hpp"

namespace mcheck {

// In `extra` of plain data that nobody has written yet.
inline constexpr Word kUnwritten = 1;

// One version of an object. What the fields mean stands beside ObjectKind.
struct State {
  Word value = 0;
  Word extra = 0;
  ThreadSet threads;
  bool destroyed = false;
  std::uint16_t section = 0;  // 1 + the thread whose atomic section has used it and goes on

  friend bool operator==(const State&, const State&) = default;
};

// How an outcome relates to others on the same object: two kRead commute, and two kCommuting of one
// group do (dependency.hpp).
enum class Mode : std::uint8_t { kRead, kCommuting, kExclusive };

// Whether an atomic section of another thread keeps it from this one (section.hpp).
[[nodiscard]] inline bool is_taken(const State& state, ThreadId thread) {
  return state.section != 0 && state.section != index(thread) + 1u;
}

// Uses that the C++ standard leaves undefined. The execution fails where one happens.
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
  kTriesOwn,
  kPhaseLongOver,
  kReadsUnwritten,
};

struct Outcome {
  Word result = 0;  // what the thread is handed
  Word label = 0;   // names a data choice by its meaning: the thread woken, the value chosen
  State next{};     // the object's new version, if mode is not kRead
  Mode mode = Mode::kRead;
  Misuse misuse = Misuse::kNone;
  bool failed = false;  // a try that did not succeed, a wait that timed out: for people to see
  ThreadSet wakes{};    // threads that may go on because of this
};

// What the thread sees of it.
struct Reply {
  Word result = 0;
  bool failed = false;
};

[[nodiscard]] std::uint32_t outcome_count(const Operation& operation, ThreadId thread,
                                          const State& state);

// REQUIRES: which < outcome_count(operation, thread, state).
[[nodiscard]] Outcome outcome(const Operation& operation, ThreadId thread, const State& state,
                              std::uint32_t which);

// "unlocks a mutex that it does not hold"
[[nodiscard]] const char* explain(Misuse misuse);

}  // namespace mcheck
