// SPDX-License-Identifier: MIT
// Atomic instructions of the program that call no hook: inline assembly, or a file that was
// compiled without -fsanitize=thread.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

// The functions of the executable that hold some, but for mcheck's own. Takes about as long as a
// disassembler needs for the program's part of the code, or none if no byte looks like it.
[[nodiscard]] std::vector<std::string> functions_with_invisible_atomics();

}  // namespace mcheck
