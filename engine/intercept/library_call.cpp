// SPDX-License-Identifier: MIT
// Finds the C library's functions that have rows (library_call.hpp), all at once: by the first call
// of one of them, which a static initialiser of a library may make, or before those of the program.
#include "engine/intercept/library_call.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace mcheck {
namespace {

struct Original {
  void* function;
  const char* name;
};

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {
extern mcheck::Original __start_mcheck_originals[];
extern mcheck::Original __stop_mcheck_originals[];

[[gnu::used, gnu::constructor(101)]] void mcheck_find_all_originals() {
  for (mcheck::Original* at = __start_mcheck_originals; at < __stop_mcheck_originals; ++at) {
    void* const function = dlsym(RTLD_NEXT, at->name);
    at->function = function != nullptr ? function : reinterpret_cast<void*>(std::abort);
  }
}
}

// Called with a slot's address in r11 and the arguments of who called: keeps them, and goes there.
asm(R"(
  .pushsection .text
  .globl mcheck_find_originals
  .type mcheck_find_originals, @function
mcheck_find_originals:
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
  call mcheck_find_all_originals
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
  .size mcheck_find_originals, . - mcheck_find_originals
  .popsection
)");
// NOLINTEND
