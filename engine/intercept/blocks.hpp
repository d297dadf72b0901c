// SPDX-License-Identifier: MIT
// Blocks of memory, as the race detector sees them: a new one has no past, and who frees one writes
// to it, for all who would still use it.
#pragma once

namespace mcheck {

void watch_memory();

// Whether code there is the program's, or of a library that may have hooks: not the system's.
[[nodiscard]] bool is_the_programs(const void* caller);

}  // namespace mcheck
