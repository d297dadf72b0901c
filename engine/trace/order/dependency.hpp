// SPDX-License-Identifier: MIT
// The dependency relation: the only table that reductions, clocks and fingerprints of trace classes
// use.
//
// Two events of one thread are always dependent. Two events of different threads are dependent if
// they access the same object and their order is observable from their outcomes:
//
//   read        leaves the object unchanged: loads, failed tries, a notify without a waiter.
//               Two reads commute.
//   commuting   changes it, and commutes with the others of its group: shared locks taken and
//               released; permits released; a latch counted down; a gate opened.
//   exclusive   everything else.
//
// Relation::kStrict treats commuting as exclusive: more classes, but each object then has one chain
// of versions, which run-based TruSt needs (dpor/trust/trust.hpp). docs/algorithms/dependency.md
// gives the reason for each entry.
//
// Causal order is not in this table: a spawn is before the thread's events, a notify before the
// awakening, by Event::cause (engine/trace/order/happens_before.hpp). It cannot be reversed.
#pragma once

#include <cstdint>

#include "engine/trace/semantics/event.hpp"

namespace mcheck {

enum class Relation : std::uint8_t { kStrict, kCommuting };

// Operations of one group commute if their outcomes are kCommuting; 0: commutes with nothing.
[[nodiscard]] constexpr unsigned commuting_group(Kind kind) {
  switch (kind) {
    case Kind::kLockShared:
    case Kind::kTryLockShared:
    case Kind::kUnlockShared: return 1;
    case Kind::kRelease: return 2;
    case Kind::kCountDown: return 3;
    case Kind::kGateOpen: return 4;
    default: return 0;
  }
}

// Whether an event takes part in the order on its object. An awakening does not: the notify that
// chose the thread enables it, whatever happened to the condition variable since.
[[nodiscard]] constexpr bool touches_object(const Operation& operation) {
  return operation.object != kNoObject && operation.kind != Kind::kAwaken;
}

// The part of an event, or of an operation with that outcome, that determines dependence.
struct Footprint {
  ObjectId object{};
  Mode mode = Mode::kRead;
  unsigned group = 0;
};

[[nodiscard]] constexpr Footprint footprint(const Operation& operation, Mode mode,
                                            Relation relation) {
  if (!touches_object(operation)) return {};
  if (mode != Mode::kCommuting) return {.object = operation.object, .mode = mode};
  if (relation == Relation::kStrict) {
    return {.object = operation.object, .mode = Mode::kExclusive};
  }
  return {.object = operation.object, .mode = mode, .group = commuting_group(operation.kind)};
}

// Computes the footprint of an operation with that outcome: by one of the relations, except in a
// test that uses a wrong rule on purpose.
using FootprintRule = Footprint (*)(const Operation&, Mode);

[[nodiscard]] constexpr Footprint strict_footprint(const Operation& operation, Mode mode) {
  return footprint(operation, mode, Relation::kStrict);
}
[[nodiscard]] constexpr Footprint commuting_footprint(const Operation& operation, Mode mode) {
  return footprint(operation, mode, Relation::kCommuting);
}

// Whether footprints of two different threads are dependent.
[[nodiscard]] constexpr bool conflict(const Footprint& a, const Footprint& b) {
  if (a.object != b.object || a.object == kNoObject) return false;
  if (a.mode == Mode::kRead && b.mode == Mode::kRead) return false;
  return a.mode != Mode::kCommuting || b.mode != Mode::kCommuting || a.group != b.group;
}

}  // namespace mcheck
