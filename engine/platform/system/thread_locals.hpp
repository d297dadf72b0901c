// SPDX-License-Identifier: MIT
// Each thread of the program has its own block of thread-local storage, as a real thread has:
// `thread_local` variables, errno and the C++ runtime's data about exceptions in flight work
// unchanged and have their own addresses.
//
// The block is at the top of the thread's stack memory and is a part of program memory. The block
// of the program's main starts as a copy of the real main thread's, in which static initialisers
// ran; the others start as the C library creates them. x86-64 with glibc; the thread pointer is the
// FS base.
#pragma once

#include <cstddef>
#include <span>

#include "engine/base/host_state.hpp"

namespace mcheck {

// The size of the block below and above the thread pointer.
struct ThreadLocalSize {
  std::size_t below = 0;  // variables in use
  std::size_t spare = 0;  // the rest of the static block, below those
  std::size_t above = 0;  // the thread descriptor
};
[[nodiscard]] ThreadLocalSize thread_local_size();

// Creates a block with that thread pointer. REQUIRES: 64-byte aligned, zeroed, of the size above.
void create_thread_locals(std::byte* thread_pointer, bool of_main);

// Sets the locale of the process, as the C library does first on a new thread.
void initialise_thread_locale();

[[nodiscard]] std::byte* thread_pointer();

// The pointers to the thread's variables in libraries that were loaded later: glibc allocates a
// block for each at the first access.
[[nodiscard]] std::span<const std::byte> dynamic_thread_vector(const std::byte* thread_pointer);

// Whether user code may set the FS base. Valid once thread_local_size() was called.
MCHECK_HOST_STATE extern bool has_fsgsbase;
void set_thread_pointer_by_system_call(std::byte* to);

inline void set_thread_pointer(std::byte* to) {
  if (!has_fsgsbase) [[unlikely]]
    return set_thread_pointer_by_system_call(to);
  asm volatile("wrfsbase %0" : : "r"(to) : "memory");
}

}  // namespace mcheck
