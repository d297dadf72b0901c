// SPDX-License-Identifier: MIT
// Runs a checked program in place of its own main(): it explores itself, for the command or the
// user that started it.
#pragma once

#include <string>

namespace mcheck {

// Does not return; the type is main()'s.
int start_host(int argc, char** argv);

// The base name of the executable, which schedules contain; `word` is the fallback, argv[0].
[[nodiscard]] std::string executable_name(const char* word);

}  // namespace mcheck
