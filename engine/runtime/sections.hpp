// SPDX-License-Identifier: MIT
// Atomic sections of the running thread: what it does between begin and end happens as if at once
// (trace/semantics_sections.cpp). A thread that ends leaves its sections first.
//
// REQUIRES: on_model_thread().
#pragma once

namespace mcheck {

// One may begin in another: all of it is the outer one.
void begin_section();
[[nodiscard]] bool is_in_section();
// A failure if the thread is in none.
void end_section();
// All that it is in.
void leave_sections();

}  // namespace mcheck
