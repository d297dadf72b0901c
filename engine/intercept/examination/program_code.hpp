// SPDX-License-Identifier: MIT
// Which code belongs to the program. Only frees by that code are checked: for the race detector a
// free writes to the block, so that it races with every later use.
#pragma once

namespace mcheck {

void check_frees_by_program();

// Whether this address is code of the program, or of a library that may have hooks: not a system
// library.
[[nodiscard]] bool is_program_code(const void* caller);

}  // namespace mcheck
