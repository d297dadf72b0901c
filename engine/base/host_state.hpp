// SPDX-License-Identifier: MIT
// The engine lives in the same executable as the program it checks, and the program's globals are
// put back between executions. Whatever the engine keeps in a global must stand outside of that:
//
//   MCHECK_HOST_STATE Machine* machine = nullptr;
//
// puts it into a section of its own, which world/globals.cpp leaves alone. A test reads the symbol
// tables of the libraries and refuses any writable global that is not marked.
#pragma once

#define MCHECK_HOST_STATE [[gnu::section("mcheck_host")]]

// The few globals of ours that stand for state of the program, and are put back with it.
#define MCHECK_WORLD_STATE [[gnu::section("mcheck_world")]]
