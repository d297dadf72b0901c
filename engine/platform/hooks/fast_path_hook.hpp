// SPDX-License-Identifier: MIT
// Hooks that first try the fast path (engine/runtime/machine/run_ahead.hpp) on the engine stack,
// where they leave nothing on the thread's stack. If the fast path does not apply, they clear the
// stack and call the hook's body (engine/platform/hooks/stack_clearing_hook.hpp).
#pragma once

#include "engine/platform/hooks/stack_clearing_hook.hpp"

// Defines the function `name`: calls fast_<name> with the same arguments on the engine stack, which
// returns the result and whether it has completed. If it has not, continues as
// MCHECK_STACK_CLEARING_HOOK does. At most five words of arguments.
#define MCHECK_FAST_PATH_HOOK(name) \
  asm(MCHECK_HOOK_PROLOGUE(name) \
      "cmpb $0, mcheck_fast_path(%rip)\n\t"  \
      "je 1f\n\t"                          \
      "mov %rsp, %rax\n\t"                 \
      "mov mcheck_engine_stack(%rip), %rsp\n\t"   \
      "push %rax\n\t"                      \
      "push %rdi\n\t"                      \
      "push %rsi\n\t"                      \
      "push %rdx\n\t"                      \
      "push %rcx\n\t"                      \
      "push %r8\n\t"                       \
      "call fast_" #name                  \
      "\n\t"                               \
      "test %dl, %dl\n\t"                  \
      "je 0f\n\t"                          \
      "mov 40(%rsp), %rsp\n\t"             \
      "ret\n"                              \
      "0:\n\t"                             \
      "pop %r8\n\t"                        \
      "pop %rcx\n\t"                       \
      "pop %rdx\n\t"                       \
      "pop %rsi\n\t"                       \
      "pop %rdi\n\t"                       \
      "pop %rsp\n"                         \
      "1:\n\t" MCHECK_CLEAR_STACK_AND_JUMP_TO_BODY(name));
