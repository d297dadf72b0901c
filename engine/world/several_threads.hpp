// SPDX-License-Identifier: MIT
// The C library says in a variable whether the process has a single thread, and libstdc++ then
// counts shares with plain additions. A program whose threads are coroutines would be such a
// process, and be told that its counts are not atomic.
#pragma once

namespace mcheck {

// For the life of the process. REQUIRES: no world has been saved yet.
void pretend_several_threads();

}  // namespace mcheck
