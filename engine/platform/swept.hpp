// SPDX-License-Identifier: MIT
// Hooks that a loop may poll with. Their frames are a part of the stack by which the loop is seen
// to come round (docs/algorithms/spin_loops.md), and what they leave unset must not hold what some
// earlier call left there. So the stack is swept before their frames are made.
#pragma once

// The beginning of a function in assembly; and its end, which sweeps the stack
// (stack_sweep.cpp) and goes on.
#define MCHECK_HOOK_BEGINS(name)       \
  ".pushsection .text\n\t"             \
  ".globl " #name                      \
  "\n\t"                               \
  ".type " #name ", @function\n" #name \
  ":\n\t"                              \
  ".cfi_startproc\n\t"
#define MCHECK_HOOK_ENDS(name)  \
  ".cfi_endproc\n\t"            \
  ".size " #name ", . - " #name \
  "\n\t"                        \
  ".popsection"
#define MCHECK_HOOK_IS_SWEPT(name) \
  "lea 2f(%rip), %r10\n\t"         \
  "jmp mcheck_sweep\n"             \
  "2:\n\t"                         \
  "jmp swept_" #name "\n\t" MCHECK_HOOK_ENDS(name)

// Defines the function `name`, which sweeps the stack below it and goes on with swept_<name>. That
// takes at most six words, and sees the caller's return address as its own.
#define MCHECK_SWEPT(name) asm(MCHECK_HOOK_BEGINS(name) MCHECK_HOOK_IS_SWEPT(name));
