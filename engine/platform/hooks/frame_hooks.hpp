// SPDX-License-Identifier: MIT
// The hooks at the entry and exit of functions, in assembly. Each records the end of the stack, and
// detects by one comparison that no other thread has accessed the frame. Each also keeps the
// highest frame end, with its own return address; the entry hook negates that address.
//
// Functions keep their frame pointers: a frame ends two words above the address in %rbp. An %rbp
// above the thread's stack belongs to a stack that the program created, and is not kept.
#pragma once

#include "engine/platform/hooks/stack_clearing_hook.hpp"

// Keeps the frame end in rdi if it is above `highest`; applies `how` to the return address. Used as
// the target of a jump to 3; continues at 1.
#define MCHECK_KEEP_FRAME_END(highest, caller, stack_end, how) \
  "3:\n\t"                                                     \
  "cmp " #stack_end                                            \
  "(%rip), %rdi\n\t"                                           \
  "ja 1b\n\t"                                                  \
  "mov (%rsp), %rsi\n\t" how "mov %rdi, " #highest             \
  "(%rip)\n\t"                                                 \
  "mov %rsi, " #caller                                         \
  "(%rip)\n\t"                                                 \
  "jmp 1b\n"

// Stores the end of the stack in `note`; keeps the end of the frame that begins here if it is above
// `highest`; continues with `work`(end of the stack) if the stack ends below `limit`.
#define MCHECK_FRAME_BEGIN_HOOK(name, note, highest, caller, stack_end, limit, work) \
  asm(MCHECK_HOOK_PROLOGUE(name) "mov %rsp, " #note                                    \
                               "(%rip)\n\t"                                          \
                               "lea 16(%rbp), %rdi\n\t"                              \
                               "cmp " #highest                                       \
                               "(%rip), %rdi\n\t"                                    \
                               "ja 3f\n"                                             \
                               "1:\n\t"                                              \
                               "cmp " #limit                                         \
                               "(%rip), %rsp\n\t"                                    \
                               "jb 2f\n\t"                                           \
                               "ret\n"                                               \
      MCHECK_KEEP_FRAME_END(highest, caller, stack_end, "neg %rsi\n\t")              \
                               "2:\n\t"                                              \
                               "lea 8(%rsp), %rdi\n\t"                               \
                               "jmp " #work "\n\t" MCHECK_HOOK_EPILOGUE(name));

// Stores the end of the frame in `note`; keeps it if it is not below `highest`; continues with
// `work`(end of the frame, its beginning) if it is above `limit`.
#define MCHECK_FRAME_END_HOOK(name, note, highest, caller, stack_end, limit, work) \
  asm(MCHECK_HOOK_PROLOGUE(name) "lea 16(%rbp), %rdi\n\t"                            \
                               "mov %rdi, " #note                                  \
                               "(%rip)\n\t"                                        \
                               "cmp " #highest                                     \
                               "(%rip), %rdi\n\t"                                  \
                               "jae 3f\n"                                          \
                               "1:\n\t"                                            \
                               "cmp " #limit                                       \
                               "(%rip), %rdi\n\t"                                  \
                               "ja 2f\n\t"                                         \
                               "ret\n"                                             \
      MCHECK_KEEP_FRAME_END(highest, caller, stack_end, "")                        \
                               "2:\n\t"                                            \
                               "lea 8(%rsp), %rsi\n\t"                             \
                               "jmp " #work                                        \
                               "\n\t" MCHECK_HOOK_EPILOGUE(name));
