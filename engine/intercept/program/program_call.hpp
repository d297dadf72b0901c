// SPDX-License-Identifier: MIT
// Whether a thread of the program calls a function of the C library. The engine calls some of these
// functions, too, also while a thread of the program is in the engine.
#pragma once

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {

inline bool on_program_thread() { return on_model_thread() && get_current_heap() != nullptr; }

// The program requests something real that a search can neither order nor undo.
[[noreturn]] inline void reject_call(const char* what) {
  const EngineAllocationScope engine_at_work;
  fail(FailureKind::kRequest, what);
}

[[noreturn]] inline void report_misuse(const char* what) {
  const EngineAllocationScope engine_at_work;
  fail(FailureKind::kMisuse, what);
}

}  // namespace mcheck
