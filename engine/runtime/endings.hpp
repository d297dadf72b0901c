// SPDX-License-Identifier: MIT
#pragma once

namespace mcheck {

// From now on an exception that leaves a thread of the program fails the execution.
void watch_endings();

}  // namespace mcheck
