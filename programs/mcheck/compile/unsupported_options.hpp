// SPDX-License-Identifier: MIT
// Rejects compiler options with which mcheck cannot explore the program.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/compile/compiler_arguments.hpp"

namespace mcheck::command {

// Throws UsageError. `links`: the line makes an executable.
void reject_unsupported(const std::vector<CompilerArgument>& words, bool links);

// Splits a list at commas: "a,b" of "-Wl,a,b".
[[nodiscard]] std::vector<std::string> split_commas(const std::string& list);

}  // namespace mcheck::command
