// SPDX-License-Identifier: MIT
// Writable globals: what must be restored so that static state does not leak from one execution
// into the next.
//
// Of the executable: without the engine's own (MCHECK_HOST_STATE). Of the libraries: of all that
// are loaded, also the C library, but not the dynamic linker, which describes the process, nor a
// sanitizer's runtime. Of both: without data that is read-only after relocation, and without the
// tables that the dynamic linker fills when a function is first called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {

[[nodiscard]] std::vector<Range> writable_globals();
[[nodiscard]] std::vector<Range> library_globals();
// Globals that are mostly tables: those of the C and C++ libraries, which share no page with
// anything else that is written often; and state that the engine holds for the program.
struct RarelyWritten {
  std::vector<Range> libraries;
  Range tables;
};
[[nodiscard]] RarelyWritten rarely_written_globals();
// Globals of the executable that belong to the program's own code: without state that the engine
// holds for the program (MCHECK_PROGRAM_STATE), and without objects of libraries that the dynamic
// linker copied here (std::cout).
[[nodiscard]] std::vector<Range> program_globals();
// Whether the address is in state that the engine holds for the program.
[[nodiscard]] bool is_kept_for_program(const void* address);

// All writable memory of libraries but a sanitizer's, including the dynamic linker and tables of
// functions: where a pointer to a block may be.
[[nodiscard]] std::vector<Range> library_writable_memory();

// The address of a global relative to the load address of the executable: the same in every
// process. For other addresses the result is only a number, which repeats without address
// randomisation.
[[nodiscard]] std::uintptr_t offset_in_image(const void* address);

}  // namespace mcheck
