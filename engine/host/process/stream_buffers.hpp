// SPDX-License-Identifier: MIT
// The standard streams of the process, kept out of program memory.
#pragma once

namespace mcheck {

// Gives stdin and stdout static buffers. Otherwise the first thread of the program to print would
// allocate a buffer in program memory, and the C library would use it after memory was restored. It
// also disables the streams' locks: no thread is interrupted in a call, except by a crash.
void keep_stream_buffers_outside();

}  // namespace mcheck
