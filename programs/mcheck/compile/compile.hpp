// SPDX-License-Identifier: MIT
// `mcheck c++ …` and `mcheck cc …`: behave as a compiler, with the exit code and the messages of
// the real one.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/cli/options.hpp"

namespace mcheck::command {

// Returns the exit code, or replaces this process by the compiler. Throws UsageError.
[[nodiscard]] int compile(bool cxx, const std::vector<std::string>& arguments,
                          const Environment& environment);

// The standard output of a command; "" if it fails.
[[nodiscard]] std::string captured_output(std::vector<std::string> command);

}  // namespace mcheck::command
