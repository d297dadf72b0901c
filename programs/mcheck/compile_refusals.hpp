// SPDX-License-Identifier: MIT
// What a compiler's command line may not ask for when mcheck is to explore the program.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/compiler_words.hpp"

namespace mcheck::command {

// Throws UsageError. `links`: an executable is made.
void refuse_what_cannot_be(const std::vector<CompilerWord>& words, bool links);

// The parts of a list with commas: "-Wl,a,b" behind "-Wl,".
[[nodiscard]] std::vector<std::string> parts_of(const std::string& list);

}  // namespace mcheck::command
