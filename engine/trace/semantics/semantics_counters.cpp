// SPDX-License-Identifier: MIT
// Semaphores, latches, barriers and gates.
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {
namespace {

Outcome acquire(const State& state, std::uint32_t which) {
  if (state.value == 0 || which == 1) {
    Outcome failed = fails(0);
    failed.label = which;
    return failed;
  }
  State next = state;
  --next.value;
  return writes(1, next);
}

// One of the available permits, or none.
Outcome choose_permit(const State& state, std::uint32_t which) {
  State next = state;
  --next.value;
  Outcome outcome = which < state.value ? writes(Word{which} + 1, next) : fails(0);
  outcome.label = which;
  return outcome;
}

Outcome release(const Operation& operation, const State& state) {
  if (operation.a > state.extra - state.value) return misuses(Misuse::kTooManyPermits);
  State next = state;
  next.value += operation.a;
  return commutes(0, next);
}

Outcome count_down(const Operation& operation, const State& state) {
  if (operation.a > state.value) return misuses(Misuse::kLatchBelowZero);
  State next = state;
  next.value -= operation.a;
  return commutes(0, next);
}

// The last thread to arrive runs the completion function before any thread continues: its arrival
// leaves the phase open, and kNextPhase ends it.
Outcome arrive(const Operation& operation, const State& state) {
  if (operation.a > state.value) return misuses(Misuse::kTooManyArrivals);
  State next = state;
  next.value -= operation.a;
  if (operation.b == 1) --next.extra;
  return writes(barrier_phase(state) << 1 | (next.value == 0 ? 1 : 0), next);
}

Outcome next_phase(const State& state) {
  State next = state;
  next.value = barrier_participants(state);
  next.extra = (barrier_phase(state) + 1) << 32 | barrier_participants(state);
  return writes(0, next);
}

Outcome open_gate(const Operation& operation, const State& state) {
  State next = state;
  ++next.value;
  return operation.b == 1 ? writes(state.value, next) : commutes(0, next);
}

Outcome pass_gate(const Operation& operation, const State& state) {
  if (operation.b == 0) return reads(0);
  State next = state;
  next.value -= operation.a;
  return writes(0, next);
}

}  // namespace

Outcome counter_outcome(const Operation& operation, const State& state, std::uint32_t which) {
  switch (operation.kind) {
    case Kind::kAcquire:
    case Kind::kTryAcquire:
      return fails_by_choice(operation) ? choose_permit(state, which) : acquire(state, which);
    case Kind::kRelease: return release(operation, state);
    case Kind::kCountDown: return count_down(operation, state);
    case Kind::kArrive: return arrive(operation, state);
    case Kind::kNextPhase: return next_phase(state);
    case Kind::kTryWait: return state.value == 0 ? reads(1) : fails(0);
    case Kind::kPhaseWait: {
      const bool long_over = operation.b == 1 && barrier_phase(state) > operation.a + 1;
      return long_over ? misuses(Misuse::kPhaseLongOver) : reads(1);
    }
    case Kind::kGateOpen: return open_gate(operation, state);
    case Kind::kGateWait: return pass_gate(operation, state);
    default: return reads(1);  // kLatchWait: not blocked
  }
}

}  // namespace mcheck
