// SPDX-License-Identifier: MIT
// The hooks at the beginning and the end of functions, in assembly: each notes where the stack
// ends, and tells a frame that no other thread has accessed from others by one comparison. The
// hook at the end also keeps the highest end of a frame, and the return address of that hook.
//
// Functions keep their frame pointers: a frame ends two words above where that points.
#pragma once

#include "engine/platform/swept.hpp"

// Notes the end of the stack in `note`; goes on with `work`(end of the stack) where that is below
// `limit`.
#define MCHECK_FRAME_BEGIN_HOOK(name, note, limit, work) \
  asm(MCHECK_HOOK_BEGINS(name) "mov %rsp, " #note        \
                               "(%rip)\n\t"              \
                               "cmp " #limit             \
                               "(%rip), %rsp\n\t"        \
                               "jb 2f\n\t"               \
                               "ret\n"                   \
                               "2:\n\t"                  \
                               "lea 8(%rsp), %rdi\n\t"   \
                               "jmp " #work "\n\t" MCHECK_HOOK_ENDS(name));

// Notes the end of the frame there; keeps it in `highest` where it is above, with the return
// address in `caller`; goes on with `work`(end of the frame, its beginning) where the end is above
// `limit`.
#define MCHECK_FRAME_END_HOOK(name, note, highest, caller, limit, work) \
  asm(MCHECK_HOOK_BEGINS(name) "lea 16(%rbp), %rdi\n\t"                 \
                               "mov %rdi, " #note                       \
                               "(%rip)\n\t"                             \
                               "cmp " #highest                          \
                               "(%rip), %rdi\n\t"                       \
                               "ja 3f\n"                                \
                               "1:\n\t"                                 \
                               "cmp " #limit                            \
                               "(%rip), %rdi\n\t"                       \
                               "ja 2f\n\t"                              \
                               "ret\n"                                  \
                               "3:\n\t"                                 \
                               "mov (%rsp), %rsi\n\t"                   \
                               "mov %rdi, " #highest                    \
                               "(%rip)\n\t"                             \
                               "mov %rsi, " #caller                     \
                               "(%rip)\n\t"                             \
                               "jmp 1b\n"                               \
                               "2:\n\t"                                 \
                               "lea 8(%rsp), %rsi\n\t"                  \
                               "jmp " #work                             \
                               "\n\t" MCHECK_HOOK_ENDS(name));
