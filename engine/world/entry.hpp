// SPDX-License-Identifier: MIT
// Where static initialisation ends and main begins: the C library's function that calls main is
// replaced. Up to there, allocations are the program's and belong to the world; main is the host's.
#pragma once

namespace mcheck {

using Main = int (*)(int count, char** words, char** environment);

// Called in place of main, which it is handed. REQUIRES: said before main, in a constructor.
using MainInstead = int (*)(Main main, int count, char** words, char** environment);
void call_instead_of_main(MainInstead function);

}  // namespace mcheck
