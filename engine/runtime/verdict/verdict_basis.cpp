// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/verdict_basis.hpp"

#include <algorithm>

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {

void VerdictBasis::pack(Packed& packed) const {
  packed.put(kinds)
      .put(spurious_requested)
      .put(timeout_requested)
      .put(unexplored_orders)
      .put(uninstrumented_shared);
  packed.put(undecided).put(stack_sizes_differ);
  packed.put(atomic_uses.share_weaker_order()).put(atomic_uses.has_passed_over());
  packed.put(overlap)
      .put_text(weaker_order)
      .put(weaker_at)
      .put_text(unknown_assembly)
      .put(added_assumptions.size());
  for (const std::string& line : added_assumptions) packed.put_text(line);
}

void VerdictBasis::merge(Packed& packed) {
  kinds |= packed.take<std::uint64_t>();
  spurious_requested |= packed.take<bool>();
  timeout_requested |= packed.take<bool>();
  unexplored_orders |= packed.take<bool>();
  uninstrumented_shared |= packed.take<bool>();
  undecided |= packed.take<bool>();
  stack_sizes_differ |= packed.take<bool>();
  const bool shares_weaker = packed.take<bool>();
  atomic_uses.add(shares_weaker, packed.take<bool>());
  overlap = std::max(overlap, packed.take<AtomicOverlap>());
  const std::string weaker = packed.take_text();
  const auto at = packed.take<std::uintptr_t>();
  if (weaker_order.empty()) weaker_order = weaker, weaker_at = at;
  const std::string text = packed.take_text();
  if (unknown_assembly.empty()) unknown_assembly = text;
  for (auto lines = packed.take<std::size_t>(); lines > 0; --lines) {
    added_assumptions.insert(packed.take_text());
  }
}

void note_unknown_assembly(const char* text) {
  if (!on_model_thread()) return;
  const EngineAllocationScope engine_at_work;
  VerdictBasis& basis = Machine::current()->basis();
  if (basis.unknown_assembly.empty()) basis.unknown_assembly = text;
}

void note_assembly_access(const void* address) {
  if (on_model_thread()) Machine::current()->basis().atomic_uses.pass_over(address);
}

void add_assumption(const char* line) {
  if (!on_model_thread()) return;
  const EngineAllocationScope engine_at_work;
  Machine::current()->basis().added_assumptions.insert(line);
}

void note_newest_only() {
  if (on_model_thread() && Machine::current()->execution().weak_memory() != nullptr)
    add_assumption(kNewestSharedPointers);
}

void note_other_stack_size() {
  if (on_model_thread()) Machine::current()->basis().stack_sizes_differ = true;
}

}  // namespace mcheck
