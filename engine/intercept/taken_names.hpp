// SPDX-License-Identifier: MIT
// Functions of the C library that a program defines itself, or whose name it gives to a variable.
// Both are fine: `int time;` has nothing to do with the C library, and a program may bring its own
// memcpy(). The program's code has what it says, and the engine never: engine/unmodified.cmake
// gives the engine other names for all functions that it defines or calls.
//
// Libraries are in between. By the rules of dynamic linking they call what the executable defines,
// where it is a function; but what they do for the engine is no business of the program, and what
// they call is to come to the engine, wherever the engine stands in the C library's place.
#pragma once

namespace mcheck {

// Whether the program has something of its own by the name of a function that the engine defines.
[[nodiscard]] bool is_taken(const char* name);

// From now on what libraries call while the program runs is the program's, if it is a function.
void give_taken_names();

// A variable by the name of a function that the dynamic linker calls for each thread, and that the
// program's linker has shown to it (gold and lld do): who starts a thread then jumps into data.
// Null: there is none.
[[nodiscard]] const char* called_variable();

}  // namespace mcheck
