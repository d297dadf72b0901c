// SPDX-License-Identifier: MIT
// Atomic sections: what a thread does between their begin and end happens as if at once.
//
// Idea     A section takes each object that it uses, and gives all of them back at its end, one by
//          one, when it uses no other any more: two-phase locking. An operation of another thread
//          on an object that is taken is blocked. So of all executions there are those in which
//          sections run at once, and others that differ from one of these in the order of steps
//          that do not depend on each other; and each operation still touches one object, which
//          every reduction needs.
// Why      Two sections exclude each other besides, by an object of its own kind: plain accesses
//          in sections are then ordered, and no two sections hold each other up.
// Ends     Where nobody can go on although a section could give back what another thread waits
//          for, the section cannot run at once from there: that is no execution (search/run.cpp).
// Paper    [EGLT76] Eswaran, Gray, Lorie, Traiger: The notions of consistency and predicate locks.
#include "engine/trace/dependency.hpp"
#include "engine/trace/semantics_parts.hpp"

namespace mcheck {

std::uint32_t section_outcomes(ThreadId thread, const State& state) {
  return state.value == 0 || state.value == owner_word(thread) ? 1 : 0;
}

Outcome section_outcome(const Operation& operation, ThreadId thread, const State& state) {
  State next = state;
  if (operation.kind == Kind::kGiveBack) {
    next.section = 0;
    return writes(0, next);
  }
  if (operation.kind == Kind::kBeginSection) {
    next.value = owner_word(thread);
    ++next.extra;
    return writes(0, next);
  }
  if (state.value != owner_word(thread)) return misuses(Misuse::kUnlockNotOwner);
  if (--next.extra == 0) next.value = 0;
  return writes(0, next);
}

Outcome taken_by_section(const Operation& operation, ThreadId thread, const State& state,
                         const Outcome& done) {
  const auto owner = static_cast<std::uint16_t>(owner_word(thread));
  if (operation.kind == Kind::kBeginSection) return done;  // one in the other
  if (!touches_object(operation) || done.misuse != Misuse::kNone) return done;
  if (done.mode == Mode::kRead && state.section == owner) return done;
  Outcome taken = done;
  if (done.mode == Mode::kRead) taken.next = state;
  taken.mode = Mode::kExclusive;
  taken.next.section = taken.next.destroyed ? std::uint16_t{0} : owner;
  return taken;
}

}  // namespace mcheck
