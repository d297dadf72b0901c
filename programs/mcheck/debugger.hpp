// SPDX-License-Identifier: MIT
// gdb for a schedule: the program replays it by itself, under gdb, and a script of gdb's knows the
// program's threads and the switches between them (docs/debugging.md).
#pragma once

#include <string>

#include "programs/mcheck/invocation.hpp"

namespace mcheck::command {

// In gdb's Python. Reads MCHECK_BREAK: where to stop.
extern const char* const kGdbScript;

// Writes the script and leaves the rest to whoever starts gdb. Throws UsageError.
void write_gdb_script(const std::string& path);

// Becomes gdb. Throws UsageError if there is none.
[[noreturn]] void debug(const Invocation& invocation);

}  // namespace mcheck::command
