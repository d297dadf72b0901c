// SPDX-License-Identifier: MIT
// The hooks at the beginning and the end of functions, in assembly: each notes where the stack
// ends, and tells a frame that no other thread has accessed from others by one comparison. Each
// also keeps the highest end of a frame, and its own return address; negated, at the beginning.
//
// Functions keep their frame pointers: a frame ends two words above where that points. What points
// above the thread's stack belongs to a stack that the program made, and is not kept.
#pragma once

#include "engine/platform/swept.hpp"

// Keeps the end of the frame, which is in rdi, where it is above `highest`; `how` is done to the
// return address. Used behind a jump to 3; goes on at 1.
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

// Notes the end of the stack in `note`; keeps the end of the frame that begins where it is above
// `highest`; goes on with `work`(end of the stack) where that is below `limit`.
#define MCHECK_FRAME_BEGIN_HOOK(name, note, highest, caller, stack_end, limit, work) \
  asm(MCHECK_HOOK_BEGINS(name) "mov %rsp, " #note                                    \
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
                               "jmp " #work "\n\t" MCHECK_HOOK_ENDS(name));

// Notes the end of the frame there; keeps it where it is not below `highest`; goes on with
// `work`(end of the frame, its beginning) where it is above `limit`.
#define MCHECK_FRAME_END_HOOK(name, note, highest, caller, stack_end, limit, work) \
  asm(MCHECK_HOOK_BEGINS(name) "lea 16(%rbp), %rdi\n\t"                            \
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
                               "\n\t" MCHECK_HOOK_ENDS(name));
