// SPDX-License-Identifier: MIT
// Writable globals: what must be put back so that static state does not leak from one execution
// into the next.
//
// Of the executable: without the engine's own (MCHECK_HOST_STATE). Of the libraries: of all that
// are loaded, the C library's included, but for the dynamic linker's, which describe the process,
// and for a sanitizer's. Of both: without what is read-only once it is relocated, and without the
// tables that the dynamic linker fills in when a function is first called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/world/place.hpp"

namespace mcheck {

[[nodiscard]] std::vector<Range> writable_globals();
[[nodiscard]] std::vector<Range> writable_globals_of_libraries();
// Of the executable: those of the program's own code. Not what the engine keeps for it, nor what
// belongs to a library and was copied here by the dynamic linker (std::cout).
[[nodiscard]] std::vector<Range> globals_of_the_program();
// Whether it lies in what the engine keeps for the program.
[[nodiscard]] bool is_engine_state(const void* address);

// All that libraries can write to, the dynamic linker's and tables of functions included: what may
// point to something.
[[nodiscard]] std::vector<Range> writable_memory_of_libraries();

// The address of a global relative to where the executable was loaded: the same in every process.
// REQUIRES: nothing; for other addresses it is just a number that repeats without address
// randomisation.
[[nodiscard]] std::uintptr_t place_in_image(const void* address);

}  // namespace mcheck
