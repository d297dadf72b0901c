// SPDX-License-Identifier: MIT
// Whether the seq_cst operations of an execution graph have one total order that all threads agree
// on: the condition `psc is acyclic` of RC11 [LVKHD17]. Only needed where seq_cst operations and
// weaker ones mix, or a load reads an older version.
//
//   psc base   ([E_sc] ∪ [F_sc];hb?) ; scb ; ([E_sc] ∪ hb?;[F_sc])
//   scb        sb ∪ sb≠;hb;sb≠ ∪ hb|loc ∪ mo ∪ rb      sb≠: not to the same object
//   psc fence  [F_sc] ; (hb ∪ hb;eco;hb) ; [F_sc]       eco: (rf ∪ mo ∪ rb)+
//
// Paper    [LVKHD17] Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in
//          C/C++11, PLDI 2017. hb is that of C++20 (synchronization.hpp); sb includes the order of
//          a spawn, and of an end and its join.
// Costs    O(events³ / 64): for a single graph.
// Oracle   tests/support/weak: all relations from their definitions.
#pragma once

#include <cstdint>
#include <span>

#include "engine/trace/semantics/event.hpp"

namespace mcheck {

// An execution graph as a sequence of events in some order of po ∪ rf, with versions numbered as
// the events' version_before and version_after say.
struct GraphLog {
  std::span<const Event> events;
  // By version: its place in the modification order of its object, from 0 on.
  std::span<const std::uint32_t> places;
};

// Whether the operation is an access of an atomic: it reads a version, writes one, or both. A wait
// reads, whether it then blocks or not.
[[nodiscard]] constexpr bool reads_memory(const Event& event) {
  switch (event.operation.kind) {
    case Kind::kLoad:
    case Kind::kFetch:
    case Kind::kCompareExchange:
    case Kind::kAtomicWait:
    case Kind::kAwait: return true;
    default: return false;
  }
}
[[nodiscard]] constexpr bool writes_memory(const Event& event) {
  return event.operation.kind == Kind::kStore || event.operation.kind == Kind::kFetch ||
         (event.operation.kind == Kind::kCompareExchange && !event.failed);
}
// Whether it is a seq_cst access or fence.
[[nodiscard]] bool is_seq_cst(const Event& event);

// Whether there is more to say of it than its place in one order of all events: it is weaker than
// seq_cst, a fence, or an operation that may have seen another's effect and yet does not follow it.
[[nodiscard]] bool needs_more_than_sequence(const Event& event);

// REQUIRES: so it was before the last events were added, which lead to no other ones.
[[nodiscard]] bool has_sequential_order(const GraphLog& graph);

}  // namespace mcheck
