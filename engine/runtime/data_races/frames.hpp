// SPDX-License-Identifier: MIT
// Called by the hooks at function entry and exit if another thread has accessed the frame. These
// functions run on the program's threads, and may not return.
#pragma once

#include <cstdint>

namespace mcheck {

// An operation is about to use an object: on another thread's stack, that counts as an access that
// lasts until the operation.
void stack_object_access(const void* object, const void* caller);
// For the one byte there: earlier accesses by others no longer count.
void forget_stack_object(const void* object);

// A jump leaves all frames of the running thread below that address.
void leave_frames_below(std::uintptr_t end, const void* caller);

}  // namespace mcheck

extern "C" {
// The frame from `begin` to `end`, and all below it, has ended; those from `begin` on are in use.
void mcheck_frames_end(std::uintptr_t end, std::uintptr_t begin);
void mcheck_frames_begin(std::uintptr_t begin);
}
