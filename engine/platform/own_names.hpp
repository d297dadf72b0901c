// SPDX-License-Identifier: MIT
// The table of functions that the engine defines in the C library's place, of which a program may
// have others by the same name (engine/intercept/taken_names.cpp).
#pragma once

// NOLINTBEGIN
// A row of it, made by engine/names_apart.cmake: distances from each number to the engine's
// function, to what has its name in the executable, and to the name.
#define MCHECK_OWN_NAME(name)                                                \
  asm(".pushsection .rodata\n.Lname_own_" #name ": .string \"" #name         \
      "\"\n.popsection\n"                                                    \
      ".pushsection mcheck_names, \"a\"\n.balign 4\n.long mcheck_own_" #name \
      " - .\n"                                                               \
      ".long " #name " - .\n.long .Lname_own_" #name " - .\n.popsection\n");
// NOLINTEND
