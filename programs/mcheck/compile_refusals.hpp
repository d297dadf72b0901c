// SPDX-License-Identifier: MIT
// Rejects compiler options with which mcheck cannot explore the program.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/compiler_words.hpp"

namespace mcheck::command {

// Throws UsageError. `links`: the line makes an executable.
void refuse_what_cannot_be(const std::vector<CompilerWord>& words, bool links);

// Splits a list at commas: "a,b" of "-Wl,a,b".
[[nodiscard]] std::vector<std::string> parts_of(const std::string& list);

}  // namespace mcheck::command
