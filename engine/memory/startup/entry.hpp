// SPDX-License-Identifier: MIT
// Where static initialisation ends and main begins: replaces the C library's function that calls
// main. Allocations before main are the program's and belong to program memory; main runs as the
// host.
#pragma once

namespace mcheck {

using Main = int (*)(int count, char** words, char** environment);

// Called instead of main, which it receives. REQUIRES: registered before main, in a constructor.
using MainReplacement = int (*)(Main main, int count, char** words, char** environment);
void replace_main(MainReplacement function);

}  // namespace mcheck
