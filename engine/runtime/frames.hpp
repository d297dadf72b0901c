// SPDX-License-Identifier: MIT
// What the hooks at the beginning and the end of functions come to where another thread has
// accessed the frame: the program's threads call these, and they may not return.
#pragma once

#include <cstdint>

namespace mcheck {

// An operation is about to use an object: where it is on another thread's stack, that counts as an
// access that lasts until the operation.
void stack_object_access(const void* object, const void* caller);
// The one byte there: what others did with it does not count any more.
void forget_stack_object(const void* object);

// All frames of the running thread below that address are left, by a jump.
void leave_frames_below(std::uintptr_t end, const void* caller);

}  // namespace mcheck

extern "C" {
// The frame from `begin` to `end`, and all below it, is left; those from `begin` on are in use.
void mcheck_frames_end(std::uintptr_t end, std::uintptr_t begin);
void mcheck_frames_begin(std::uintptr_t begin);
}
