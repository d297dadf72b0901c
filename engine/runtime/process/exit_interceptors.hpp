// SPDX-License-Identifier: MIT
// Endings of an execution that the C++ runtime would handle: exceptions that leave a thread.
#pragma once

namespace mcheck {

// From now on an exception that leaves a thread of the program fails the execution.
void install_terminate_handler();

}  // namespace mcheck
