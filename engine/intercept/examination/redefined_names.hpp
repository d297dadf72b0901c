// SPDX-License-Identifier: MIT
// Functions of the C library that a program defines itself, or whose name it gives to a variable.
// Both are allowed: `int time;` has nothing to do with the C library, and a program may bring its
// own memcpy(). The program's code uses the program's definition, and the engine never does:
// engine/unmodified.cmake renames all functions that the engine defines or calls.
//
// Libraries are in between. By the rules of dynamic linking they call what the executable defines,
// if it is a function. But calls that they make for the engine must not reach the program, and
// where the engine replaces a function of the C library, their calls must reach the engine.
#pragma once

namespace mcheck {

// Whether the program itself defines the name of a function that the engine defines.
[[nodiscard]] bool is_redefined(const char* name);

// From now on, what libraries call while the program runs is the program's definition, if it is a
// function.
void activate_redefined_names();

// A variable of the program with the name of a function that the dynamic linker calls for each
// thread, if the program's linker exports it (gold and lld do): starting a thread would then jump
// into data. Null: there is none.
[[nodiscard]] const char* conflicting_variable();

}  // namespace mcheck
