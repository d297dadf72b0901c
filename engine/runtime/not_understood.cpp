// SPDX-License-Identifier: MIT
#include "engine/runtime/not_understood.hpp"

#include "engine/runtime/machine.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {

void meet_not_understood(const char* text) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  Machine::current()->findings().meet_not_understood(text);
}

}  // namespace mcheck
