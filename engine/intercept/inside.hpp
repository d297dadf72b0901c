// SPDX-License-Identifier: MIT
// Whether a call of a C library function comes from a thread of the program. The engine calls some
// of them too, also in the middle of the program.
#pragma once

#include "engine/runtime/perform.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {

inline bool inside() { return on_model_thread() && allocating_from() != nullptr; }

// What the program asks for is real, but nothing that a search could order or take back.
[[noreturn]] inline void refuse_call(const char* what) {
  const OutsideWorld engine_at_work;
  fail(FailureKind::kRequest, what);
}

[[noreturn]] inline void misuse(const char* what) {
  const OutsideWorld engine_at_work;
  fail(FailureKind::kMisuse, what);
}

}  // namespace mcheck
