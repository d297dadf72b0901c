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

#include "engine/intercept/determinism/random_files.hpp"
#include "engine/intercept/kernel/kernel_call.hpp"

namespace mcheck {
namespace {

constexpr const char* kOpensFiles = "opens files";
constexpr const char* kChangesDirectories = "changes directories";
constexpr const char* kChangesFileSystem = "changes the file system, which is never restored";

int open_at(const char* function, int directory, const char* path, int flags, mode_t mode) {
  if (is_random_device(path)) return open_random_file(flags);  // its content never changes
  if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0) note_file_for_writing();
  note_kernel_effect({kOpensFiles, function});
  return library_function<int(int, const char*, int, ...)>(function)(directory, path, flags, mode);
}

FILE* open_stream(const char* function, const char* path, const char* mode) {
  if (is_random_device(path)) return open_random_stream();
  if (mode[0] != 'r') note_file_for_writing();
  note_kernel_effect({kOpensFiles, function});
  return library_function<FILE*(const char*, const char*)>(function)(path, mode);
}

}  // namespace
}  // namespace mcheck

#define MCHECK_READ_MODE(flags)                                  \
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
  MCHECK_READ_MODE(flags)
  return mcheck::open_at("openat", AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MCHECK_READ_MODE(flags)
  return mcheck::open_at("openat64", AT_FDCWD, path, flags, mode);
}
int openat(int directory, const char* path, int flags, ...) {
  MCHECK_READ_MODE(flags)
  return mcheck::open_at("openat", directory, path, flags, mode);
}
int openat64(int directory, const char* path, int flags, ...) {
  MCHECK_READ_MODE(flags)
  return mcheck::open_at("openat64", directory, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) { return mcheck::open_stream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) {
  return mcheck::open_stream("fopen64", path, mode);
}

using mcheck::kChangesDirectories;
using mcheck::kChangesFileSystem;
using mcheck::kOpensFiles;

MCHECK_KERNEL_CALL(kOpensFiles, int, creat, (const char* path, mode_t mode), (path, mode))
MCHECK_KERNEL_CALL(kOpensFiles, FILE*, freopen, (const char* path, const char* mode, FILE* file),
                   (path, mode, file))
MCHECK_KERNEL_CALL(kOpensFiles, FILE*, fdopen, (int descriptor, const char* mode),
                   (descriptor, mode))
MCHECK_KERNEL_CALL(kOpensFiles, FILE*, tmpfile, (), ())
MCHECK_KERNEL_CALL(kOpensFiles, int, mkstemp, (char* path), (path))
MCHECK_KERNEL_CALL(kOpensFiles, DIR*, opendir, (const char* path), (path))
int close(int descriptor) {
  if (!mcheck::is_random_descriptor(descriptor))
    mcheck::note_kernel_effect({"closes descriptors", "close"});
  return mcheck::library_function<int(int)>("close")(descriptor);
}
MCHECK_KERNEL_CALL("copies descriptors", int, dup, (int descriptor), (descriptor))
MCHECK_KERNEL_CALL("copies descriptors", int, dup2, (int from, int to), (from, to))
MCHECK_KERNEL_CALL("copies descriptors", int, dup3, (int from, int to, int flags),
                   (from, to, flags))

MCHECK_KERNEL_CALL(kChangesDirectories, int, chdir, (const char* path), (path))
MCHECK_KERNEL_CALL(kChangesDirectories, int, fchdir, (int descriptor), (descriptor))
MCHECK_KERNEL_CALL("changes its umask", mode_t, umask, (mode_t mask), (mask))

MCHECK_KERNEL_CALL(kChangesFileSystem, int, rename, (const char* from, const char* to), (from, to))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, unlink, (const char* path), (path))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, remove, (const char* path), (path))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, mkdir, (const char* path, mode_t mode), (path, mode))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, rmdir, (const char* path), (path))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, link, (const char* from, const char* to), (from, to))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, symlink, (const char* from, const char* to), (from, to))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, truncate, (const char* path, off_t size), (path, size))
MCHECK_KERNEL_CALL(kChangesFileSystem, int, chmod, (const char* path, mode_t mode), (path, mode))
}
// NOLINTEND
