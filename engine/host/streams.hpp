// SPDX-License-Identifier: MIT
#pragma once

namespace mcheck {

// Gives stdin and stdout buffers of their own. Otherwise the first thread of the program to print
// would allocate one in the world, and the C library would go on using it after it was taken back.
// Nor do they lock: no thread is interrupted in the middle of a call, but for good, by a crash.
void keep_streams_outside();

}  // namespace mcheck
