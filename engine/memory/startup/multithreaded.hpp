// SPDX-License-Identifier: MIT
// The C library has a variable that says whether the process has a single thread, and libstdc++
// then updates reference counts with plain additions. A program whose threads are coroutines would
// count as such a process, and its reference counts would be reported as data races.
#pragma once

namespace mcheck {

// For the life of the process. REQUIRES: there is no snapshot yet.
void mark_process_multithreaded();

}  // namespace mcheck
