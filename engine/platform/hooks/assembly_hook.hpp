// SPDX-License-Identifier: MIT
// The hooks of rewritten inline assembly (engine/intercept/hooks/inline_assembly.cpp). An
// instruction preserves all registers and flags except its own, and so must the call that replaces
// it. Macros, as in engine/platform/hooks/stack_clearing_hook.hpp: programs that are written for
// mcheck have no such hooks.
#pragma once

// Defines `name`, which saves all registers and flags, clears the stack below, and calls
// function(frame, registers, caller). Registers are saved below %rbp: flags at -8, then %rax, %rcx,
// %rdx, %rbx, %rsi, %rdi, %r8 to %r15 down to -120. The hook clears everything in between, because
// spin detection compares the stack of a loop.
#define MCHECK_ASSEMBLY_HOOK(name, function)                   \
  asm(".pushsection .text\n\t"                                 \
      ".globl " #name                                          \
      "\n\t"                                                   \
      ".type " #name                                           \
      ", @function\n"                                          \
      "" #name                                                 \
      ":\n\t"                                                  \
      ".cfi_startproc\n\t"                                     \
      "pushq %rbp\n\t"                                         \
      ".cfi_def_cfa_offset 16\n\t"                             \
      ".cfi_offset 6, -16\n\t"                                 \
      "movq %rsp, %rbp\n\t"                                    \
      ".cfi_def_cfa_register 6\n\t"                            \
      "pushfq\n\t"                                             \
      "cld\n\t"                                                \
      "pushq %rax\n\t"                                         \
      "pushq %rcx\n\t"                                         \
      "pushq %rdx\n\t"                                         \
      "pushq %rbx\n\t"                                         \
      "pushq %rsi\n\t"                                         \
      "pushq %rdi\n\t"                                         \
      ".irp number, 8,9,10,11,12,13,14,15\n\t"                 \
      "pushq %r\\number\n\t"                                   \
      ".endr\n\t"                                              \
      ".irp at, 1,2,3,4,5,6,7,8,9,10,11,12\n\t"                \
      "pushq $0\n\t"                                           \
      ".endr\n\t"                                              \
      "leaq -696(%rbp), %rsp\n\t"                              \
      "andq $-32, %rsp\n\t"                                    \
      "cmpb $0, mcheck_uses_avx2(%rip)\n\t"                    \
      "je 1f\n\t"                                              \
      ".irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t" \
      "vmovdqa %ymm\\number, 32*\\number(%rsp)\n\t"            \
      ".endr\n\t"                                              \
      "vzeroupper\n\t"                                         \
      "jmp 2f\n"                                               \
      "1:\n\t"                                                 \
      ".irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t" \
      "movdqa %xmm\\number, 32*\\number(%rsp)\n\t"             \
      "movq $0, 32*\\number+16(%rsp)\n\t"                      \
      "movq $0, 32*\\number+24(%rsp)\n\t"                      \
      ".endr\n"                                                \
      "2:\n\t"                                                 \
      "lea 3f(%rip), %r10\n\t"                                 \
      "jmp mcheck_clear_stack\n"                               \
      "3:\n\t"                                                 \
      "leaq 16(%rbp), %rdi\n\t"                                \
      "leaq -120(%rbp), %rsi\n\t"                              \
      "movq 8(%rbp), %rdx\n\t"                                 \
      "call " #function                                        \
      "\n\t"                                                   \
      "cmpb $0, mcheck_uses_avx2(%rip)\n\t"                    \
      "je 4f\n\t"                                              \
      ".irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t" \
      "vmovdqa 32*\\number(%rsp), %ymm\\number\n\t"            \
      ".endr\n\t"                                              \
      "jmp 5f\n"                                               \
      "4:\n\t"                                                 \
      ".irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t" \
      "movdqa 32*\\number(%rsp), %xmm\\number\n\t"             \
      ".endr\n"                                                \
      "5:\n\t"                                                 \
      "leaq -120(%rbp), %rsp\n\t"                              \
      ".irp number, 15,14,13,12,11,10,9,8\n\t"                 \
      "popq %r\\number\n\t"                                    \
      ".endr\n\t"                                              \
      "popq %rdi\n\t"                                          \
      "popq %rsi\n\t"                                          \
      "popq %rbx\n\t"                                          \
      "popq %rdx\n\t"                                          \
      "popq %rcx\n\t"                                          \
      "popq %rax\n\t"                                          \
      "popfq\n\t"                                              \
      "popq %rbp\n\t"                                          \
      ".cfi_def_cfa 7, 8\n\t"                                  \
      "ret\n\t"                                                \
      ".cfi_endproc\n\t"                                       \
      ".size " #name ", . - " #name                            \
      "\n\t"                                                   \
      ".popsection")

// Clears registers after calls of other hooks in such a file: MCHECK_ASSEMBLY_HOOK would save what
// these leave in registers.
#define MCHECK_REGISTER_CLEARING_HOOKS(all, but_result)        \
  asm(".pushsection .text\n\t"                                 \
      ".globl " #all                                           \
      "\n\t"                                                   \
      ".type " #all                                            \
      ", @function\n\t"                                        \
      ".globl " #but_result                                    \
      "\n\t"                                                   \
      ".type " #but_result                                     \
      ", @function\n"                                          \
      "" #all                                                  \
      ":\n\t"                                                  \
      ".cfi_startproc\n\t"                                     \
      "xorl %eax, %eax\n"                                      \
      "" #but_result                                           \
      ":\n\t"                                                  \
      "xorl %ecx, %ecx\n\t"                                    \
      "xorl %edx, %edx\n\t"                                    \
      "xorl %esi, %esi\n\t"                                    \
      "xorl %edi, %edi\n\t"                                    \
      "xorl %r8d, %r8d\n\t"                                    \
      "xorl %r9d, %r9d\n\t"                                    \
      "xorl %r10d, %r10d\n\t"                                  \
      "xorl %r11d, %r11d\n\t"                                  \
      "cmpb $0, mcheck_uses_avx2(%rip)\n\t"                    \
      "je 1f\n\t"                                              \
      "vzeroall\n\t"                                           \
      "xorl %r11d, %r11d\n\t"                                  \
      "ret\n"                                                  \
      "1:\n\t"                                                 \
      ".irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t" \
      "pxor %xmm\\number, %xmm\\number\n\t"                    \
      ".endr\n\t"                                              \
      "ret\n\t"                                                \
      ".cfi_endproc\n\t"                                       \
      ".size " #all ", . - " #all                              \
      "\n\t"                                                   \
      ".popsection")
