// SPDX-License-Identifier: MIT
// Switches from one stack to another, compatible with Boost.Context: a suspended context has its
// registers on top of its stack, in Boost's order, so either can resume what the other suspended.
// Two differences save two thirds of the time:
//
// There is no call. Boost leaves a call by a jump, so the return address predictor is off by one,
// and every pending function on either stack returns to a mispredicted address.
//
// Each context has its own floating-point control words, but they are loaded only if they differ,
// which takes 70 ns. The status flags of calculations (fetestexcept) belong to the program's
// threads; the engine ignores its own, because its calculations would make the words differ
// forever.
#pragma once

#include <cstddef>

namespace mcheck {

enum class FloatingPointStatus : int { kPerContext = 0xffff, kIgnored = 0xffc0 };  // bits of MXCSR

// Stores the stack pointer in `left`, and resumes the context that was suspended with `to`. Returns
// when `left` is resumed. REQUIRES: code without a red zone (-mno-red-zone).
template <FloatingPointStatus kFlags>
[[gnu::always_inline]] inline void switch_stacks(std::byte** left, std::byte* to) {
  asm volatile(
      "stmxcsr -0x40(%%rsp)\n\t"
      "fnstcw -0x3c(%%rsp)\n\t"
      "mov %%r12, -0x38(%%rsp)\n\t"
      "mov %%r13, -0x30(%%rsp)\n\t"
      "mov %%r14, -0x28(%%rsp)\n\t"
      "mov %%r15, -0x20(%%rsp)\n\t"
      "mov %%rbx, -0x18(%%rsp)\n\t"
      "mov %%rbp, -0x10(%%rsp)\n\t"
      "lea 1f(%%rip), %%rax\n\t"
      "mov %%rax, -0x8(%%rsp)\n\t"
      "lea -0x40(%%rsp), %%rax\n\t"
      "mov %%rax, (%[left])\n\t"
      "mov (%%rax), %%ecx\n\t"
      "movzwl 4(%%rax), %%eax\n\t"
      "mov %[to], %%rsp\n\t"
      "xor (%%rsp), %%ecx\n\t"
      "test %[flags], %%ecx\n\t"
      "jne 2f\n"
      "3:\n\t"
      "cmp %%ax, 4(%%rsp)\n\t"
      "jne 4f\n"
      "5:\n\t"
      "mov 0x8(%%rsp), %%r12\n\t"
      "mov 0x10(%%rsp), %%r13\n\t"
      "mov 0x18(%%rsp), %%r14\n\t"
      "mov 0x20(%%rsp), %%r15\n\t"
      "mov 0x28(%%rsp), %%rbx\n\t"
      "mov 0x30(%%rsp), %%rbp\n\t"
      "mov 0x38(%%rsp), %%r8\n\t"
      "lea 0x40(%%rsp), %%rsp\n\t"
      "xor %%eax, %%eax\n\t"  // for Boost: no previous context
      "xor %%edx, %%edx\n\t"
      "jmp *%%r8\n"
      "2:\n\t"
      "ldmxcsr (%%rsp)\n\t"
      "jmp 3b\n"
      "4:\n\t"
      "fldcw 4(%%rsp)\n\t"
      "jmp 5b\n"
      "1:"
      : [left] "+D"(left), [to] "+S"(to)
      : [flags] "i"(static_cast<int>(kFlags))
      : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
        "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15", "memory", "cc");
}

}  // namespace mcheck
