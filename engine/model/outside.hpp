// SPDX-License-Identifier: MIT
// What only a thread of a checked program can do was asked for elsewhere: in a static initialiser,
// or in a main() that explores nothing. There is no execution that could fail.
#pragma once

namespace mcheck {

// `what` says it in present tense: "a thread is started". Ends the process with status 2.
[[noreturn]] void refuse_outside(const char* what);

}  // namespace mcheck
