// SPDX-License-Identifier: MIT
// What a checked program does in place of a main() of its own: it explores itself, for the command
// that started it, or for the person who did.
#pragma once

namespace mcheck {

// Does not return, but for the sake of main().
int start_host(int count, char** words);

}  // namespace mcheck
