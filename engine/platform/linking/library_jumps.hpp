// SPDX-License-Identifier: MIT
// mcheck_real_NAME jumps to a library's own function of that name, even if the executable defines
// another. Arguments stay in place, so it works for any signature. All jumps are resolved at once:
// by a constructor that runs before those of the program, or by the first call, which a static
// initialiser of a library may make.
#pragma once

// NOLINTBEGIN
#define MCHECK_LIBRARY_JUMP(name)                                \
  asm(".pushsection .text\n"                                     \
      ".globl mcheck_real_" #name "\n.type mcheck_real_" #name   \
      ", @function\n"                                            \
      "mcheck_real_" #name ": jmp *.Lslot_" #name                \
      "(%rip)\n"                                                 \
      ".Lfind_" #name ": lea .Lslot_" #name                      \
      "(%rip), %r11\njmp mcheck_resolve_jump\n"                  \
      ".size mcheck_real_" #name ", . - mcheck_real_" #name      \
      "\n.popsection\n"                                          \
      ".pushsection .rodata\n.Lname_" #name ": .string \"" #name \
      "\"\n.popsection\n"                                        \
      ".pushsection mcheck_jumps, \"aw\"\n.balign 8\n"           \
      ".Lslot_" #name ": .quad .Lfind_" #name "\n.quad .Lname_" #name "\n.popsection\n");

// Eight bytes outside of program memory whose symbol is that name, which may consist of several
// words. This file refers to them by the assembler's label .L`label`.
#define MCHECK_NAMED_BYTES(label, name)                                              \
  asm(".pushsection mcheck_host, \"aw\"\n.balign 8\n"                                \
      ".type \"" name "\", @object\n.size \"" name "\", 8\n\"" name "\":\n.L" #label \
      ": .quad 0\n.popsection\n");
// NOLINTEND
