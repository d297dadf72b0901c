// SPDX-License-Identifier: MIT
// Refuses what only a thread of a checked program can do where none runs: in a static initialiser,
// or in a main() that explores nothing. There is no execution that could fail.
#pragma once

namespace mcheck {

// `what` in present tense: "a thread is started". Ends the process with status 2.
[[noreturn]] void refuse_outside_program(const char* what);

}  // namespace mcheck
