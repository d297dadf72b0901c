// SPDX-License-Identifier: MIT
#include "tests/dpor/reductions/wrong_rules.hpp"

#include <algorithm>
#include <initializer_list>

namespace wrong_rules {
namespace {

using mcheck::Kind;

constexpr unsigned kGroup = 100;  // no other group has this number

// The usual rule, except that operations of these kinds that change their object commute.
Footprint commute(const Operation& operation, Mode mode, std::initializer_list<Kind> kinds) {
  const bool wrong = mode != Mode::kRead && std::ranges::find(kinds, operation.kind) != kinds.end();
  if (!wrong) return mcheck::commuting_footprint(operation, mode);
  return {.object = operation.object, .mode = Mode::kCommuting, .group = kGroup};
}

}  // namespace

Footprint stores_commute(const Operation& operation, Mode mode) {
  return commute(operation, mode, {Kind::kStore});
}

Footprint locks_commute(const Operation& operation, Mode mode) {
  return commute(operation, mode, {Kind::kLock, Kind::kUnlock});
}

Footprint notify_and_enqueue_commute(const Operation& operation, Mode mode) {
  return commute(operation, mode, {Kind::kEnqueue, Kind::kNotifyOne, Kind::kNotifyAll});
}

Footprint failed_exchanges_are_free(const Operation& operation, Mode mode) {
  if (operation.kind == Kind::kCompareExchange && mode == Mode::kRead) return {};
  return mcheck::commuting_footprint(operation, mode);
}

Footprint permits_commute(const Operation& operation, Mode mode) {
  return commute(operation, mode, {Kind::kAcquire, Kind::kTryAcquire, Kind::kRelease});
}

Footprint readers_and_writers_commute(const Operation& operation, Mode mode) {
  return commute(operation, mode, {Kind::kLock, Kind::kLockShared});
}

}  // namespace wrong_rules
