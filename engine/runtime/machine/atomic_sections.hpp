// SPDX-License-Identifier: MIT
// Atomic sections of the running thread: what it does between begin and end happens atomically
// (trace/semantics/semantics_sections.cpp). A thread that ends leaves its sections first.
//
// REQUIRES: on_model_thread().
#pragma once

namespace mcheck {

// Sections may nest: all belong to the outermost one.
void begin_section();
[[nodiscard]] bool is_in_section();
// A failure if the thread is in no section.
void end_section();
// Leaves all sections.
void leave_sections();

}  // namespace mcheck
