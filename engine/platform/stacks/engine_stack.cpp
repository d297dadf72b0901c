// SPDX-License-Identifier: MIT
#include "engine/platform/stacks/engine_stack.hpp"

namespace mcheck {

void EngineStack::call(void (*function)(void*), void* argument) {
  asm volatile(
      "mov %%rsp, %%rbx\n\t"
      "mov %[top], %%rsp\n\t"
      "call *%[function]\n\t"
      "mov %%rbx, %%rsp"
      : "+D"(argument), [function] "+S"(function)
      : [top] "r"(end())
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15", "memory", "cc");
}

}  // namespace mcheck
