// SPDX-License-Identifier: MIT
// The engine lives in the same executable as the program that it checks, and the program's globals
// are restored between executions. A global of the engine must not be restored. So
//
//   MCHECK_HOST_STATE Machine* machine = nullptr;
//
// places it in a section of its own, which engine/memory/regions/globals.cpp excludes. A test reads
// the symbol tables of the libraries and reports every writable global without this mark.
#pragma once

#define MCHECK_HOST_STATE [[gnu::section("mcheck_host")]]

// The few globals of the engine that hold state of the program and are restored with it.
#define MCHECK_PROGRAM_STATE [[gnu::section("mcheck_program_state")]]
