// SPDX-License-Identifier: MIT
// What a checked program does in place of a main() of its own: it explores itself, for the command
// that started it, or for the person who did.
#pragma once

#include <string>

namespace mcheck {

// Does not return, but for the sake of main().
int start_host(int count, char** words);

// The executable's base name, by which schedules know it; `word` is what it was called as.
[[nodiscard]] std::string own_name(const char* word);

}  // namespace mcheck
