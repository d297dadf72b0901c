// SPDX-License-Identifier: MIT
// Puts a function in front of a call instruction of the program: gates at places in code that is
// not touched (docs/guide/gates.md). Other code runs at its usual speed.
//
// A patched call goes to a thunk that keeps all registers, calls the handler, and jumps to what was
// called. On the stack the handler looks as if the program had called it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace mcheck {

// The size of a call with a relative target.
inline constexpr std::size_t kRelativeCallBytes = 5;

// What the instruction there calls; no value: it is no such call.
[[nodiscard]] std::optional<std::uintptr_t> call_target(const unsigned char* instruction);

// `argument`: the second one of what is called, if that takes pointers or numbers.
using CallHandler = void (*)(unsigned number, const void* argument);
void set_call_handler(CallHandler handler);

// From now on the handler is called with that number before the call. False: the code cannot be
// changed, or there are too many patches. REQUIRES: call_target(instruction).
bool patch_call(unsigned char* instruction, unsigned number);

}  // namespace mcheck
