// SPDX-License-Identifier: MIT
// Atomic sections: the operations of a thread in a section appear to happen at once.
//
// Idea     A section locks each object that it uses, and releases all of them at its end, one by
//          one: two-phase locking. Operations of other threads on a locked object are blocked. So
//          each execution either runs sections at once, or differs from such an execution only in
//          the order of independent steps; and each operation still accesses one object, which
//          every reduction needs.
// Why      Sections also exclude each other, by an object of their own kind: so plain accesses in
//          sections are ordered, and two sections never block each other.
// Ends     If no thread is enabled although a section could release what another thread waits for,
//          the section cannot run at once from there: this is no execution
//          (engine/search/steps/run.cpp).
// Paper    [EGLT76] Eswaran, Gray, Lorie, Traiger: The notions of consistency and predicate locks.
#include "engine/trace/order/dependency.hpp"
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {

std::uint32_t section_outcomes(ThreadId thread, const State& state) {
  return state.value == 0 || state.value == owner_word(thread) ? 1 : 0;
}

Outcome section_outcome(const Operation& operation, ThreadId thread, const State& state) {
  State next = state;
  if (operation.kind == Kind::kSectionRelease) {
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

Outcome locked_by_section(const Operation& operation, ThreadId thread, const State& state,
                          const Outcome& done) {
  const auto owner = static_cast<std::uint16_t>(owner_word(thread));
  if (operation.kind == Kind::kBeginSection) return done;  // nested
  if (!touches_object(operation) || done.misuse != Misuse::kNone) return done;
  if (done.mode == Mode::kRead && state.section == owner) return done;
  Outcome locked = done;
  if (done.mode == Mode::kRead) locked.next = state;
  locked.mode = Mode::kExclusive;
  locked.next.section = locked.next.destroyed ? std::uint16_t{0} : owner;
  return locked;
}

}  // namespace mcheck
