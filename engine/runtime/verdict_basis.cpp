// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict_basis.hpp"

#include <algorithm>

#include "engine/runtime/machine.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {

void VerdictBasis::pack(Packed& packed) const {
  packed.put(kinds).put(spurious_wanted).put(timeout_wanted).put(unordered).put(unseen_met);
  packed.put(undecided).put(stack_sizes_differ);
  packed.put(overlap)
      .put_text(weaker_order)
      .put(weaker_at)
      .put_text(not_understood)
      .put(added.size());
  for (const std::string& line : added) packed.put_text(line);
}

void VerdictBasis::learn(Packed& packed) {
  kinds |= packed.take<std::uint64_t>();
  spurious_wanted |= packed.take<bool>();
  timeout_wanted |= packed.take<bool>();
  unordered |= packed.take<bool>();
  unseen_met |= packed.take<bool>();
  undecided |= packed.take<bool>();
  stack_sizes_differ |= packed.take<bool>();
  overlap = std::max(overlap, packed.take<AtomicOverlap>());
  const std::string weaker = packed.take_text();
  const auto at = packed.take<std::uintptr_t>();
  if (weaker_order.empty()) weaker_order = weaker, weaker_at = at;
  const std::string text = packed.take_text();
  if (not_understood.empty()) not_understood = text;
  for (auto lines = packed.take<std::size_t>(); lines > 0; --lines) {
    added.insert(packed.take_text());
  }
}

void meet_not_understood(const char* text) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  VerdictBasis& basis = Machine::current()->basis();
  if (basis.not_understood.empty()) basis.not_understood = text;
}

void add_assumption(const char* line) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  Machine::current()->basis().added.insert(line);
}

void note_other_stack_size() {
  if (on_model_thread()) Machine::current()->basis().stack_sizes_differ = true;
}

}  // namespace mcheck
