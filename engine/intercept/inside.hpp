// SPDX-License-Identifier: MIT
// Whether a thread of the program calls a function of the C library. The engine calls some of these
// functions, too, also while a thread of the program is in the engine.
#pragma once

#include "engine/runtime/perform.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {

inline bool inside() { return on_model_thread() && allocating_from() != nullptr; }

// The program requests something real that a search can neither order nor undo.
[[noreturn]] inline void refuse_call(const char* what) {
  const OutsideWorld engine_at_work;
  fail(FailureKind::kRequest, what);
}

[[noreturn]] inline void misuse(const char* what) {
  const OutsideWorld engine_at_work;
  fail(FailureKind::kMisuse, what);
}

}  // namespace mcheck
