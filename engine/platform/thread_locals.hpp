// SPDX-License-Identifier: MIT
// Each thread of the program has a block of thread-local storage of its own, as a real thread has:
// `thread_local` variables, errno and the C++ runtime's record of exceptions in flight work
// unchanged and have addresses of their own.
//
// The block stands at the top of the thread's stack memory and is part of the world. That of the
// program's main begins as a copy of the real main thread's, where static initialisers ran; the
// others begin fresh, as the C library makes them. x86-64 with glibc; the thread pointer is the FS
// base.
#pragma once

#include <cstddef>

#include "engine/base/host_state.hpp"

namespace mcheck {

// How much the block takes below and above the thread pointer.
struct ThreadLocalSize {
  std::size_t below = 0;  // variables in use
  std::size_t spare = 0;  // the rest of the static block, below those
  std::size_t above = 0;  // the thread descriptor
};
[[nodiscard]] ThreadLocalSize thread_local_size();

// Makes a block with that thread pointer. REQUIRES: 64-byte aligned, room as said above, zeroed.
void create_thread_locals(std::byte* thread_pointer, bool of_main);

// What the C library does first on a new thread: it takes over the locale of the process.
void begin_thread_locals();

[[nodiscard]] std::byte* thread_pointer();

// Whether the processor and the system let anybody set it; known once there is a thread_local_size.
MCHECK_HOST_STATE extern bool sets_fs_base;
void ask_system_to_set_thread_pointer(std::byte* to);

inline void set_thread_pointer(std::byte* to) {
  if (!sets_fs_base) [[unlikely]]
    return ask_system_to_set_thread_pointer(to);
  asm volatile("wrfsbase %0" : : "r"(to) : "memory");
}

}  // namespace mcheck
