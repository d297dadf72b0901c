// SPDX-License-Identifier: MIT
#include "engine/host/search/memory_choice.hpp"

#include "dpor/registry.hpp"
#include "engine/host/classes/class_oracle.hpp"
#include "engine/host/report/report_replay.hpp"

namespace mcheck {
namespace {

bool can_have_weak_memory(const options& how) {
  const StrategyEntry& entry = strategy_named(how.strategy);
  return entry.takes_weak_memory && !(entry.is_reduction && how.bound >= 0) &&
         !how.order_by_sleeps && how.progress == guarantee::none && class_oracle() == nullptr;
}

}  // namespace

void begin_memory_model(const options& how, Machine& machine, Execution& execution) {
  if (how.memory == memory_model::rc11) execution.use_weak_memory();
  if (how.memory == memory_model::automatic) machine.basis().atomic_uses.watch();
}

bool needs_weak_memory(const options& how, Machine& machine) {
  return how.memory == memory_model::automatic && assumes_sequential_consistency(how, machine) &&
         can_have_weak_memory(how);
}

bool assumes_sequential_consistency(const options& how, Machine& machine) {
  return how.memory != memory_model::rc11 && machine.basis().atomic_uses.share_weaker_order();
}

}  // namespace mcheck
