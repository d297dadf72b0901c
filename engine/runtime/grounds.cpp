// SPDX-License-Identifier: MIT
#include "engine/runtime/grounds.hpp"

#include <algorithm>

#include "engine/runtime/machine.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {

void Grounds::pack(Packed& packed) const {
  packed.put(kinds).put(spurious_wanted).put(timeout_wanted).put(unordered).put(unseen_met);
  packed.put(overlap)
      .put_text(weaker_order)
      .put(weaker_at)
      .put_text(not_understood)
      .put(granted.size());
  for (const std::string& line : granted) packed.put_text(line);
}

void Grounds::learn(Packed& packed) {
  kinds |= packed.take<std::uint64_t>();
  spurious_wanted |= packed.take<bool>();
  timeout_wanted |= packed.take<bool>();
  unordered |= packed.take<bool>();
  unseen_met |= packed.take<bool>();
  overlap = std::max(overlap, packed.take<AtomicOverlap>());
  const std::string weaker = packed.take_text();
  const auto at = packed.take<std::uintptr_t>();
  if (weaker_order.empty()) weaker_order = weaker, weaker_at = at;
  const std::string text = packed.take_text();
  if (not_understood.empty()) not_understood = text;
  for (auto lines = packed.take<std::size_t>(); lines > 0; --lines) {
    granted.insert(packed.take_text());
  }
}

void meet_not_understood(const char* text) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  Grounds& grounds = Machine::current()->grounds();
  if (grounds.not_understood.empty()) grounds.not_understood = text;
}

void take_for_granted(const char* line) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  Machine::current()->grounds().granted.insert(line);
}

}  // namespace mcheck
