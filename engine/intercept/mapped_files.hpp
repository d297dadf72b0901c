// SPDX-License-Identifier: MIT
// Calls that read or write a file through a descriptor, where the file is mapped: they are accesses
// to the mapped bytes, too, and are judged as such, after the call, for the thread that made it.
//
// A store to a private mapping does not reach the file, so only writes to the file meet those, and
// only where the page is not yet the process's own copy. Where it is, the store that made it so may
// have come later: the call is held to read the bytes.
//
// Not seen: streams, whose buffers the C library empties when it likes, and calls that copy from
// one file to another.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "engine/intercept/library_call.hpp"

namespace mcheck {

// Where the call began; where it has come to, as with read() and write().
constexpr off64_t kAtPosition = -1;

void judge_file_read(const LibraryCall& call, int file, off64_t at, ssize_t result);
void judge_file_write(const LibraryCall& call, int file, off64_t at, ssize_t result);
// Before the call: what lies beyond the new size is written.
void judge_truncation(const LibraryCall& call, int file, off64_t size);
void judge_truncation(const LibraryCall& call, const char* path, off64_t size);

}  // namespace mcheck
