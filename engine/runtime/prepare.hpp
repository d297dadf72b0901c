// SPDX-License-Identifier: MIT
// What is noted of each operation before it happens, inline where threads come to rest or pass.
#pragma once

#include "engine/runtime/machine.hpp"

namespace mcheck {

inline void Machine::prepare(Operation& operation) {
  kinds_seen_ |= std::uint64_t{1} << static_cast<unsigned>(operation.kind);
  if (operation.may_fail || operation.may_time_out) grant(operation);
}

}  // namespace mcheck
