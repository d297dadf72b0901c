// SPDX-License-Identifier: MIT
#include "engine/platform/linking/library_jumps.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/platform/linking/loaded_symbols.hpp"

namespace mcheck {
namespace {

// An entry of the table that MCHECK_LIBRARY_JUMP fills.
struct Jump {
  void* function;
  const char* name;
};

MCHECK_HOST_STATE bool resolved = false;

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {
// The C library's stdin, stdout and stderr. A program may define other objects with these names.
MCHECK_HOST_STATE std::FILE* mcheck_real_stdin = nullptr;
MCHECK_HOST_STATE std::FILE* mcheck_real_stdout = nullptr;
MCHECK_HOST_STATE std::FILE* mcheck_real_stderr = nullptr;

extern mcheck::Jump __start_mcheck_jumps[] __attribute__((weak));
extern mcheck::Jump __stop_mcheck_jumps[] __attribute__((weak));

static void resolve_stream(const mcheck::LoadedSymbols& library, const char* name,
                           std::FILE*& stream) {
  const ElfW(Sym)* const symbol = library.find_definition(name);
  if (symbol != nullptr && stream == nullptr) {
    stream = *static_cast<std::FILE**>(library.address_of(*symbol));
  }
}

[[gnu::used, gnu::constructor(101)]] void mcheck_resolve_all_jumps() {
  if (std::exchange(mcheck::resolved, true)) return;
  void* const unresolved = reinterpret_cast<void*>(std::abort);
  for (mcheck::Jump* at = __start_mcheck_jumps; at < __stop_mcheck_jumps; ++at) {
    at->function = unresolved;
  }
  for (const link_map* object = mcheck::next_library(mcheck::first_loaded_object());
       object != nullptr; object = mcheck::next_library(object)) {
    const mcheck::LoadedSymbols library(*object);
    for (mcheck::Jump* at = __start_mcheck_jumps; at < __stop_mcheck_jumps; ++at) {
      if (at->function != unresolved) continue;
      const ElfW(Sym)* const symbol = library.find_definition(at->name);
      if (symbol != nullptr && mcheck::is_function(*symbol)) {
        at->function = library.address_of(*symbol);
      }
    }
    resolve_stream(library, "stdin", mcheck_real_stdin);
    resolve_stream(library, "stdout", mcheck_real_stdout);
    resolve_stream(library, "stderr", mcheck_real_stderr);
  }
}
}

// Entered with a slot's address in r11 and the caller's arguments: saves these, resolves all jumps,
// and continues at the resolved function.
asm(R"(
  .pushsection .text
  .globl mcheck_resolve_jump
  .type mcheck_resolve_jump, @function
mcheck_resolve_jump:
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
  call mcheck_resolve_all_jumps
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
  .size mcheck_resolve_jump, . - mcheck_resolve_jump
  .popsection
)");
// NOLINTEND
