// SPDX-License-Identifier: MIT
// Runs a replay under gdb. A gdb script knows the program's threads and the switches between them
// (docs/debugging.md).
#pragma once

#include <string>

#include "programs/mcheck/cli/invocation.hpp"

namespace mcheck::command {

// Written for gdb's Python. Reads MCHECK_BREAK: where to stop.
extern const char* const kGdbScript;

// Writes the script, for a gdb that the user starts. Throws UsageError.
void write_gdb_script(const std::string& path);

// Replaces this process by gdb. Throws UsageError if gdb is not installed.
[[noreturn]] void exec_gdb(const Invocation& invocation);

}  // namespace mcheck::command
