// SPDX-License-Identifier: MIT
// Files and directories: descriptors and positions, and what stands in the file system, which no
// isolation puts back.
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/intercept/kernel_state.hpp"

namespace mcheck {
namespace {

constexpr const char* kOpens = "opens files";
constexpr const char* kMoves = "changes directories";
constexpr const char* kRenames = "changes the file system, which is never put back";

// What every execution may read and nobody changes.
bool is_harmless(const char* path, int flags) {
  constexpr int kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  return (flags & kWrites) == 0 && strncmp(path, "/dev/urandom", 12) == 0;
}

int opened(const char* function, const char* path, int flags, mode_t mode) {
  if (!is_harmless(path, flags)) touch_kernel({kOpens, function});
  return library_function<int(const char*, int, ...)>(function)(path, flags, mode);
}

}  // namespace
}  // namespace mcheck

#define MCHECK_MODE_OF(flags)                                    \
  mode_t mode = 0;                                               \
  if (((flags) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) != 0) { \
    va_list more;                                                \
    va_start(more, flags);                                       \
    mode = va_arg(more, mode_t);                                 \
    va_end(more);                                                \
  }

// NOLINTBEGIN
extern "C" {

int open(const char* path, int flags, ...) {
  MCHECK_MODE_OF(flags)
  return mcheck::opened("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MCHECK_MODE_OF(flags)
  return mcheck::opened("open64", path, flags, mode);
}
int openat(int directory, const char* path, int flags, ...) {
  MCHECK_MODE_OF(flags)
  mcheck::touch_kernel({mcheck::kOpens, "openat"});
  return mcheck::library_function<int(int, const char*, int, ...)>("openat")(directory, path, flags,
                                                                             mode);
}
int openat64(int directory, const char* path, int flags, ...) {
  MCHECK_MODE_OF(flags)
  mcheck::touch_kernel({mcheck::kOpens, "openat64"});
  return mcheck::library_function<int(int, const char*, int, ...)>("openat64")(directory, path,
                                                                               flags, mode);
}

using mcheck::kMoves;
using mcheck::kOpens;
using mcheck::kRenames;

MCHECK_TOUCHES(kOpens, int, creat, (const char* path, mode_t mode), (path, mode))
MCHECK_TOUCHES(kOpens, FILE*, fopen, (const char* path, const char* mode), (path, mode))
MCHECK_TOUCHES(kOpens, FILE*, fopen64, (const char* path, const char* mode), (path, mode))
MCHECK_TOUCHES(kOpens, FILE*, freopen, (const char* path, const char* mode, FILE* file),
               (path, mode, file))
MCHECK_TOUCHES(kOpens, FILE*, fdopen, (int descriptor, const char* mode), (descriptor, mode))
MCHECK_TOUCHES(kOpens, FILE*, tmpfile, (), ())
MCHECK_TOUCHES(kOpens, int, mkstemp, (char* path), (path))
MCHECK_TOUCHES(kOpens, DIR*, opendir, (const char* path), (path))
MCHECK_TOUCHES("closes descriptors", int, close, (int descriptor), (descriptor))
MCHECK_TOUCHES("copies descriptors", int, dup, (int descriptor), (descriptor))
MCHECK_TOUCHES("copies descriptors", int, dup2, (int from, int to), (from, to))
MCHECK_TOUCHES("copies descriptors", int, dup3, (int from, int to, int flags), (from, to, flags))

MCHECK_TOUCHES(kMoves, int, chdir, (const char* path), (path))
MCHECK_TOUCHES(kMoves, int, fchdir, (int descriptor), (descriptor))
MCHECK_TOUCHES("changes its umask", mode_t, umask, (mode_t mask), (mask))

MCHECK_TOUCHES(kRenames, int, rename, (const char* from, const char* to), (from, to))
MCHECK_TOUCHES(kRenames, int, unlink, (const char* path), (path))
MCHECK_TOUCHES(kRenames, int, remove, (const char* path), (path))
MCHECK_TOUCHES(kRenames, int, mkdir, (const char* path, mode_t mode), (path, mode))
MCHECK_TOUCHES(kRenames, int, rmdir, (const char* path), (path))
MCHECK_TOUCHES(kRenames, int, link, (const char* from, const char* to), (from, to))
MCHECK_TOUCHES(kRenames, int, symlink, (const char* from, const char* to), (from, to))
MCHECK_TOUCHES(kRenames, int, truncate, (const char* path, off_t size), (path, size))
MCHECK_TOUCHES(kRenames, int, chmod, (const char* path, mode_t mode), (path, mode))
}
// NOLINTEND
