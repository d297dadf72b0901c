// SPDX-License-Identifier: MIT
// What only the processor knows, or the C library about its own data: x86-64 and glibc. Another
// processor needs another folder like this one; nothing outside of it has assembly of its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

// An inexact floating-point result sets a sticky flag; contexts that differ in them switch ten
// times slower. So all are set from the start, everywhere.
void set_floating_point_flags();

// A call of the system, past the C library. What it returns; between -4095 and -1: an error.
long call_system(long number, const long (&words)[6]);

// Without the C library, and whatever a sanitizer thinks of it. `move_down` begins with the last
// byte.
void* copy_bytes(void* to, const void* from, std::size_t size);
void* move_bytes_down(void* to, const void* from, std::size_t size);
void* fill_bytes(void* at, int value, std::size_t size);

// A stack pointer that the C library has saved in a jump buffer, which it scrambles.
std::uintptr_t unscrambled(std::uintptr_t saved);

// Clears 16 KiB below the stack of who calls. What has run there points nowhere any more: a pointer
// is none that the program still has.
void sweep_stack_far();

// Whether an instruction may begin before this place of machine code that is given the distance of
// its target here: call, jmp and their conditional kin, or one that addresses memory from where it
// is. Anything else is a number that happens to be some distance, and of those there are many.
// REQUIRES: two bytes of code before.
bool takes_distance(const std::byte* place);

}  // namespace mcheck

// In a function: nobody called it. Who looks through the stack, for a handler of an exception or
// for people, ends here.
#define MCHECK_OUTERMOST_FRAME() asm volatile(".cfi_undefined rip")
