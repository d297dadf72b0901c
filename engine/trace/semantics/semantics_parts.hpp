// SPDX-License-Identifier: MIT
// The parts of engine/trace/semantics/semantics.hpp, one file each. Include that header instead.
#pragma once

#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

std::uint32_t lock_outcomes(const Operation& operation, ThreadId thread, const State& state);
Outcome lock_outcome(const Operation& operation, ThreadId thread, const State& state,
                     std::uint32_t which);

std::uint32_t condition_outcomes(const Operation& operation, ThreadId thread, const State& state);
Outcome condition_outcome(const Operation& operation, ThreadId thread, const State& state,
                          std::uint32_t which);

Outcome counter_outcome(const Operation& operation, const State& state, std::uint32_t which);
Outcome memory_outcome(const Operation& operation, ThreadId thread, const State& state,
                       std::uint32_t which);
Outcome lifetime_outcome(const Operation& operation, const State& state);

std::uint32_t section_outcomes(ThreadId thread, const State& state);
Outcome section_outcome(const Operation& operation, ThreadId thread, const State& state);
// The same outcome in an atomic section of the thread, which locks the object.
Outcome locked_by_section(const Operation& operation, ThreadId thread, const State& state,
                          const Outcome& done);

constexpr Word barrier_phase(const State& state) { return state.extra >> 32; }
constexpr Word barrier_participants(const State& state) { return state.extra & 0xffffffffu; }

constexpr Word owner_word(ThreadId thread) { return Word{index(thread)} + 1; }

// An outcome that leaves the object unchanged, and one that creates a new version.
constexpr Outcome reads(Word result) { return {.result = result}; }
constexpr Outcome writes(Word result, const State& next) {
  return {.result = result, .next = next, .mode = Mode::kExclusive};
}
constexpr Outcome commutes(Word result, const State& next) {
  return {.result = result, .next = next, .mode = Mode::kCommuting};
}
constexpr Outcome fails(Word result) { return {.result = result, .failed = true}; }
constexpr Outcome misuses(Misuse misuse) { return {.misuse = misuse, .failed = true}; }

}  // namespace mcheck
