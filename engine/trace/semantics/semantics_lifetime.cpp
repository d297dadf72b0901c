// SPDX-License-Identifier: MIT
// once_flag, the shared state of a future, and the destruction of any object.
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {
namespace {

constexpr Word kRunning = 1;
constexpr Word kDone = 2;

Outcome with_value(const State& state, Word value, Word result = 0) {
  State next = state;
  next.value = value;
  return writes(result, next);
}

}  // namespace

Outcome lifetime_outcome(const Operation& operation, const State& state) {
  switch (operation.kind) {
    case Kind::kOnceEnter: return state.value == kDone ? reads(0) : with_value(state, kRunning, 1);
    case Kind::kOnceDone: return with_value(state, kDone);
    case Kind::kOnceFail: return with_value(state, 0);
    case Kind::kEventSet: return state.value != 0 ? fails(0) : with_value(state, 1, 1);
    case Kind::kEventWait:
    case Kind::kEventPoll: return state.value != 0 ? reads(1) : fails(0);
    default:  // kDestroy: a = 1 where a value other than 0 means "in use"
      if (!state.threads.empty() || (operation.a == 1 && state.value != 0)) {
        return misuses(Misuse::kDestroyedInUse);
      }
      State ended = state;
      ended.destroyed = true;
      return writes(0, ended);
  }
}

}  // namespace mcheck
