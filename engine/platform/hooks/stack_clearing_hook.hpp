// SPDX-License-Identifier: MIT
// Hooks that a loop may spin with. Spin detection compares the stack of the loop
// (docs/algorithms/spin_loops.md), and their frames are a part of it. Bytes of a frame that are
// never written must not hold what an earlier call left there, so the stack is cleared before the
// frame is created.
#pragma once

// The beginning and the end of a function in assembly. The third macro clears the stack
// (engine/platform/stacks/stack_clearing.cpp), continues with the body, and ends the function.
#define MCHECK_HOOK_PROLOGUE(name)     \
  ".pushsection .text\n\t"             \
  ".globl " #name                      \
  "\n\t"                               \
  ".type " #name ", @function\n" #name \
  ":\n\t"                              \
  ".cfi_startproc\n\t"
#define MCHECK_HOOK_EPILOGUE(name) \
  ".cfi_endproc\n\t"               \
  ".size " #name ", . - " #name    \
  "\n\t"                           \
  ".popsection"
#define MCHECK_CLEAR_STACK_AND_JUMP_TO_BODY(name) \
  "lea 2f(%rip), %r10\n\t"                        \
  "jmp mcheck_clear_stack\n"                      \
  "2:\n\t"                                        \
  "jmp body_" #name "\n\t" MCHECK_HOOK_EPILOGUE(name)

// Defines the function `name`, which clears the stack below it and continues with body_<name>. The
// body takes at most six words and has the caller's return address as its own.
#define MCHECK_STACK_CLEARING_HOOK(name) \
  asm(MCHECK_HOOK_PROLOGUE(name) MCHECK_CLEAR_STACK_AND_JUMP_TO_BODY(name));
