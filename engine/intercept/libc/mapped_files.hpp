// SPDX-License-Identifier: MIT
// Calls that read or write a file through a descriptor while the file is mapped: they are also
// accesses to the mapped bytes, and are checked as such, after the call, for the calling thread.
//
// A store to a private mapping does not reach the file, so only writes to the file conflict with
// such mappings, and only while the page is not yet the process's own copy. If it is a copy, the
// store that copied it may have come later: the call is then taken to read the bytes.
//
// Not covered: streams, whose buffers the C library flushes when it likes, and calls that copy from
// one file to another.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "engine/intercept/libc/library_call.hpp"

namespace mcheck {

// The call started at the file position, which has moved since, as with read() and write().
constexpr off64_t kAtPosition = -1;

void check_file_read(const LibraryCall& call, int file, off64_t at, ssize_t result);
void check_file_write(const LibraryCall& call, int file, off64_t at, ssize_t result);
// REQUIRES: before the call. The bytes beyond the new size are written.
void check_truncation(const LibraryCall& call, int file, off64_t size);
void check_truncation(const LibraryCall& call, const char* path, off64_t size);

}  // namespace mcheck
