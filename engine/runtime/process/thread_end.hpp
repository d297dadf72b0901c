// SPDX-License-Identifier: MIT
// What happens implicitly at the end of a thread of the program.
#pragma once

#include "engine/base/ids.hpp"

namespace mcheck {

// Destroys the running thread's thread_local objects, newest first.
void destroy_thread_locals();

// Runs what the spawning operation named (Operation::a). Defined by the model library.
void run_thread_body(Word body);

}  // namespace mcheck
