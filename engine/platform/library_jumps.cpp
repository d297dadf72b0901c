// SPDX-License-Identifier: MIT
#include "engine/platform/library_jumps.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace mcheck {
namespace {

// What MCHECK_LIBRARY_JUMP makes of a name.
struct Jump {
  void* function;
  const char* name;
};

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {
extern mcheck::Jump __start_mcheck_jumps[] __attribute__((weak));
extern mcheck::Jump __stop_mcheck_jumps[] __attribute__((weak));

[[gnu::used, gnu::constructor(101)]] void mcheck_direct_all_jumps() {
  for (mcheck::Jump* at = __start_mcheck_jumps; at < __stop_mcheck_jumps; ++at) {
    void* const function = dlsym(RTLD_NEXT, at->name);
    at->function = function != nullptr ? function : reinterpret_cast<void*>(std::abort);
  }
}
}

// Called with a slot's address in r11 and the arguments of who called: keeps them, and goes there.
asm(R"(
  .pushsection .text
  .globl mcheck_direct_jump
  .type mcheck_direct_jump, @function
mcheck_direct_jump:
  push %rbp
  mov %rsp, %rbp
  and $-16, %rsp
  push %rax
  push %rdi
  push %rsi
  push %rdx
  push %rcx
  push %r8
  push %r9
  push %r11
  sub $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  call mcheck_direct_all_jumps
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  add $128, %rsp
  pop %r11
  pop %r9
  pop %r8
  pop %rcx
  pop %rdx
  pop %rsi
  pop %rdi
  pop %rax
  leave
  jmp *(%r11)
  .size mcheck_direct_jump, . - mcheck_direct_jump
  .popsection
)");
// NOLINTEND
