// SPDX-License-Identifier: MIT
// Files and directories: descriptors and positions, and the contents of the file system, which
// isolation does not restore.
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/intercept/kernel_state.hpp"
#include "engine/intercept/random_files.hpp"

namespace mcheck {
namespace {

constexpr const char* kOpens = "opens files";
constexpr const char* kMoves = "changes directories";
constexpr const char* kRenames = "changes the file system, which is never put back";

int open_at(const char* function, int directory, const char* path, int flags, mode_t mode) {
  if (is_random(path)) return open_random(flags);  // its content never changes
  touch_kernel({kOpens, function});
  return library_function<int(int, const char*, int, ...)>(function)(directory, path, flags, mode);
}

FILE* open_stream(const char* function, const char* path, const char* mode) {
  if (is_random(path)) return open_random_stream();
  touch_kernel({kOpens, function});
  return library_function<FILE*(const char*, const char*)>(function)(path, mode);
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
  return mcheck::open_at("openat", AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MCHECK_MODE_OF(flags)
  return mcheck::open_at("openat64", AT_FDCWD, path, flags, mode);
}
int openat(int directory, const char* path, int flags, ...) {
  MCHECK_MODE_OF(flags)
  return mcheck::open_at("openat", directory, path, flags, mode);
}
int openat64(int directory, const char* path, int flags, ...) {
  MCHECK_MODE_OF(flags)
  return mcheck::open_at("openat64", directory, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) { return mcheck::open_stream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) {
  return mcheck::open_stream("fopen64", path, mode);
}

using mcheck::kMoves;
using mcheck::kOpens;
using mcheck::kRenames;

MCHECK_TOUCHES(kOpens, int, creat, (const char* path, mode_t mode), (path, mode))
MCHECK_TOUCHES(kOpens, FILE*, freopen, (const char* path, const char* mode, FILE* file),
               (path, mode, file))
MCHECK_TOUCHES(kOpens, FILE*, fdopen, (int descriptor, const char* mode), (descriptor, mode))
MCHECK_TOUCHES(kOpens, FILE*, tmpfile, (), ())
MCHECK_TOUCHES(kOpens, int, mkstemp, (char* path), (path))
MCHECK_TOUCHES(kOpens, DIR*, opendir, (const char* path), (path))
int close(int descriptor) {
  if (!mcheck::was_random(descriptor)) mcheck::touch_kernel({"closes descriptors", "close"});
  return mcheck::library_function<int(int)>("close")(descriptor);
}
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
