// SPDX-License-Identifier: MIT
// Members of Machine that are inline at suspension points and at run-ahead points, and nowhere
// else.
#pragma once

#include "engine/runtime/machine/machine.hpp"
#include "engine/search/execution/sections.hpp"

namespace mcheck {

inline void Machine::prepare(Operation& operation) {
  if (execution_->has_sections()) [[unlikely]]
    operation.in_section = is_in_section(*execution_, thread_, operation);
  basis_.kinds |= std::uint64_t{1} << static_cast<unsigned>(operation.kind);
  if (is_weaker_than_seq_cst(operation) && basis_.weaker_order.empty() &&
      !is_engine_variable(*execution_, operation.object))
    note_weaker_order(operation);
  if (basis_.atomic_uses.is_watching()) basis_.atomic_uses.note(*execution_, thread_, operation);
  if (operation.may_fail || operation.may_time_out) grant_failures(operation);
}

inline bool Machine::can_hand_over() const {
  if (mcheck_fast_path == 0) return false;
  if (step_.kind == Step::Kind::kOperation) return step_.operation.kind == Kind::kJoin;
  return step_.kind == Step::Kind::kFinished && !step_.ends_process;
}

}  // namespace mcheck
