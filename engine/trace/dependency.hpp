// SPDX-License-Identifier: MIT
// Which events depend on each other: the one table that every reduction, every clock and every
// fingerprint of a class of traces goes by.
//
// Two events of one thread always depend on each other. Two events of different threads do if they
// are on the same object and their order can be told from what they did:
//
//   read        left the object as it was: loads, failed tries, a notify that nobody heard.
//               Two of them commute.
//   commuting   changed it, in a way that does not depend on the order among its group: shared
//   locks
//               taken and given back; permits released; a latch counted down.
//   exclusive   anything else.
//
// Strict takes commuting for exclusive: more classes, but each object then has one chain of
// versions, which run-based TruSt needs (dpor/trust.hpp). docs/algorithms/dependency.md gives the
// reason for each entry.
//
// Causal order is not in this table: a spawn comes before what the thread does, a notify before the
// awakening, by Event::cause (happens_before.hpp). It cannot be reversed.
#pragma once

#include <cstdint>

#include "engine/trace/event.hpp"

namespace mcheck {

enum class Relation : std::uint8_t { kStrict, kCommuting };

// Operations of one group commute, where their outcomes are kCommuting; 0: with nothing.
[[nodiscard]] constexpr unsigned commuting_group(Kind kind) {
  switch (kind) {
    case Kind::kLockShared:
    case Kind::kTryLockShared:
    case Kind::kUnlockShared: return 1;
    case Kind::kRelease: return 2;
    case Kind::kCountDown: return 3;
    default: return 0;
  }
}

// Whether an event takes part in the order on its object. An awakening does not: that the thread
// was notified is what lets it go on, whatever else happened to the condition variable since.
[[nodiscard]] constexpr bool touches_object(const Operation& operation) {
  return operation.object != kNoObject && operation.kind != Kind::kAwaken;
}

// What matters of an event, or of an operation that would have this outcome.
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

// What gives the footprint of an operation with this outcome: one of the relations, unless a test
// is wrong on purpose.
using FootprintRule = Footprint (*)(const Operation&, Mode);

[[nodiscard]] constexpr Footprint strict_footprint(const Operation& operation, Mode mode) {
  return footprint(operation, mode, Relation::kStrict);
}
[[nodiscard]] constexpr Footprint commuting_footprint(const Operation& operation, Mode mode) {
  return footprint(operation, mode, Relation::kCommuting);
}

// Whether two footprints of different threads depend on each other.
[[nodiscard]] constexpr bool conflict(const Footprint& a, const Footprint& b) {
  if (a.object != b.object || a.object == kNoObject) return false;
  if (a.mode == Mode::kRead && b.mode == Mode::kRead) return false;
  return a.mode != Mode::kCommuting || b.mode != Mode::kCommuting || a.group != b.group;
}

}  // namespace mcheck
