// SPDX-License-Identifier: MIT
// Atomic instructions of the program that call no hook: inline assembly, or a file that was
// compiled without -fsanitize=thread.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

// The functions of the executable that contain such instructions, without the engine's functions
// and inline functions of the C++ library.
[[nodiscard]] std::vector<std::string> functions_with_uninstrumented_atomics();

}  // namespace mcheck
