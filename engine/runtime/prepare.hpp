// SPDX-License-Identifier: MIT
// Members of Machine that are inline where threads come to rest or pass, and nowhere else.
#pragma once

#include "engine/runtime/machine.hpp"

namespace mcheck {

inline void Machine::prepare(Operation& operation) {
  grounds_.kinds |= std::uint64_t{1} << static_cast<unsigned>(operation.kind);
  if (asks_for_less(operation) && grounds_.weaker_order.empty()) note_weaker_order(operation);
  if (operation.may_fail || operation.may_time_out) grant(operation);
}

inline bool Machine::goes_no_further() const {
  if (mcheck_passing == 0) return false;
  if (step_.kind == Step::Kind::kOperation) return step_.operation.kind == Kind::kJoin;
  return step_.kind == Step::Kind::kFinished && !step_.ends_process;
}

}  // namespace mcheck
