// SPDX-License-Identifier: MIT
// Code that depends on the processor, or on the C library's internal data: x86-64 and glibc. A port
// to another processor needs another layer like this one; no other layer has assembly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

// An inexact floating-point result sets a sticky flag, and a switch between contexts whose flags
// differ is ten times slower. So every context starts with all flags set.
void set_sticky_floating_point_flags();

// A system call that bypasses the C library. Returns the kernel's result; -4095 to -1 is an error.
long raw_system_call(long number, const long (&words)[6]);

// Do not call the C library, and ignore what a sanitizer knows of the memory. copy_bytes_backward
// starts with the last byte.
void* copy_bytes(void* to, const void* from, std::size_t size);
void* copy_bytes_backward(void* to, const void* from, std::size_t size);
void* fill_bytes(void* at, int value, std::size_t size);

// Decodes a stack pointer that the C library has mangled in a jump buffer.
std::uintptr_t demangled_pointer(std::uintptr_t saved);

// Clears 16 KiB below the caller's stack. A pointer in a frame that has returned must not count as
// one that the program still has.
void clear_deep_stack();

// Whether the machine code before `operand` may be an instruction with a relative operand here:
// call, jmp, a conditional jump, or one with a %rip-relative address. Otherwise the four bytes only
// look like a distance, which is frequent. REQUIRES: two bytes of code before.
bool is_relative_operand(const std::byte* operand);

}  // namespace mcheck

// In a function: it has no caller. Unwinders, for exceptions and for stack traces, stop here.
#define MCHECK_OUTERMOST_FRAME() asm volatile(".cfi_undefined rip")
