// SPDX-License-Identifier: MIT
// `mcheck c++ …` and `mcheck cc …`: a compiler to whoever calls it, with the exit code and the
// messages of the one that it calls.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/options.hpp"

namespace mcheck::command {

// Returns the exit code, or does not return: then this process has become the compiler. Throws
// UsageError.
[[nodiscard]] int compile(bool cxx, const std::vector<std::string>& arguments,
                          const Environment& environment);

// What a command prints on its standard output; "" if it fails.
[[nodiscard]] std::string output_of(std::vector<std::string> command);

}  // namespace mcheck::command
