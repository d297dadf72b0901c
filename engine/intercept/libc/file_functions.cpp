// SPDX-License-Identifier: MIT
// Files, descriptors and sockets: buffers that are read or written, file names, and structures that
// the system fills (library_call.hpp). A row without a jump is a function that the engine defines
// itself; its accesses are checked as well. Calls on streams that `mcheck conflicts` examines:
// stdio_functions.cpp.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "engine/intercept/determinism/random_files.hpp"
#include "engine/intercept/libc/library_call.hpp"
#include "engine/intercept/libc/mapped_files.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/isolation/kernel_effect.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

std::size_t size_or_zero(ssize_t result) {
  return result < 0 ? 0 : static_cast<std::size_t>(result);
}

// What one thread reads may be what another has written: the call is an operation, other than on
// the standard streams.
void order_transfer(int file, const char* function) {
  if (file > STDERR_FILENO && !is_random_descriptor(file))
    note_kernel_effect({"reads and writes files", function});
}

bool waits_for_input(int file) {
  const EngineAllocationScope engine_at_work;  // the functions below are not the program's calls
  struct stat status {};
  if (fstat(file, &status) != 0 || !S_ISFIFO(status.st_mode)) return false;
  pollfd input = {.fd = file, .events = POLLIN, .revents = 0};
  return (fcntl(file, F_GETFL) & O_NONBLOCK) == 0 && poll(&input, 1, 0) == 0;
}

// A thread that waits in the kernel keeps the others from writing, since all are coroutines: a
// limit of this execution. Those in which the write() comes first are explored, too.
void order_read(int file, const char* function) {
  order_transfer(file, function);
  if (file <= STDERR_FILENO || !waits_for_input(file)) return;
  if (Machine::current()->main_is_alone()) return;
  fail(FailureKind::kLimitPatience,
       "reads from an empty pipe before another thread writes: mcheck cannot wait there");
}

// The first `bytes` bytes of several parts, and the list of the parts, which is read.
void check_parts(const LibraryCall& call, const iovec* parts, std::size_t count, std::size_t bytes,
                 bool write) {
  call.reads(parts, count * sizeof *parts);
  for (std::size_t n = 0; n < count && bytes > 0; ++n) {
    const std::size_t size = std::min(parts[n].iov_len, bytes);
    write ? call.writes(parts[n].iov_base, size) : call.reads(parts[n].iov_base, size);
    bytes -= size;
  }
}

std::size_t size_of(const iovec* parts, std::size_t count) {
  std::size_t size = 0;
  for (std::size_t n = 0; n < count; ++n) size += parts[n].iov_len;
  return size;
}

void check_socket_address(const LibraryCall& call, const void* address, const socklen_t* size) {
  if (address == nullptr || size == nullptr) return;
  call.writes_object(size);
  call.writes(address, *size);
}

void check_received(const LibraryCall& call, const msghdr* message, ssize_t result) {
  call.reads_object(message);
  if (result >= 0)
    check_parts(call, message->msg_iov, message->msg_iovlen, size_or_zero(result), true);
}

// A line that getline() has read, or a part of one.
void check_line(const LibraryCall& call, char* const* line, const std::size_t* room,
                ssize_t length) {
  call.changes(line, sizeof *line);
  call.changes(room, sizeof *room);
  if (length >= 0) call.writes(*line, size_or_zero(length) + 1);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
// `at`: the position in the file at which the call starts (mapped_files.hpp).
#define MCHECK_READ_CALL(name, parameters, arguments, at)                               \
  MCHECK_LIBRARY(ssize_t, name, parameters, arguments, mcheck::order_read(file, #name), \
                 (call.writes(to, mcheck::size_or_zero(result)),                        \
                  mcheck::check_file_read(call, file, at, result)))
#define MCHECK_WRITE_CALL(name, parameters, arguments, at)                      \
  MCHECK_LIBRARY(ssize_t, name, parameters, arguments,                          \
                 (mcheck::order_transfer(file, #name), call.reads(from, size)), \
                 mcheck::check_file_write(call, file, at, result))
#define MCHECK_READ_PARTS_CALL(name, parameters, arguments, at)                         \
  MCHECK_LIBRARY(ssize_t, name, parameters, arguments, mcheck::order_read(file, #name), \
                 (mcheck::check_parts(call, to, static_cast<size_t>(count),             \
                                      mcheck::size_or_zero(result), true),              \
                  mcheck::check_file_read(call, file, at, result)))
#define MCHECK_WRITE_PARTS_CALL(name, parameters, arguments, at)                                  \
  MCHECK_LIBRARY(ssize_t, name, parameters, arguments,                                            \
                 (mcheck::order_transfer(file, #name),                                            \
                  mcheck::check_parts(call, from, static_cast<size_t>(count),                     \
                                      mcheck::size_of(from, static_cast<size_t>(count)), false)), \
                 mcheck::check_file_write(call, file, at, result))
// Fills a structure if it succeeds.
#define MCHECK_FILLS(name, parameters, arguments)    \
  MCHECK_LIBRARY(int, name, parameters, arguments, , \
                 (result == 0 ? call.writes_object(to) : void()))
#define MCHECK_STAT(name, Stat)                                              \
  MCHECK_LIBRARY(int, name, (const char* path, struct Stat* to), (path, to), \
                 (mcheck::note_kernel_query(), call.text(path)),             \
                 (result == 0 ? call.writes_object(to) : void()))
// A function that the engine defines, with a path.
#define MCHECK_PATH(Result, name, parameters, arguments) \
  MCHECK_INTERCEPTED(Result, name, parameters, arguments, call.text(path), )
#define MCHECK_OPEN(name, parameters, arguments)                             \
  int mcheck_real_##name(MCHECK_UNWRAP parameters, ...);                     \
  [[gnu::weak]] int mcheck_intercept_##name(MCHECK_UNWRAP parameters, ...) { \
    va_list list;                                                            \
    va_start(list, how);                                                     \
    const mode_t mode = va_arg(list, mode_t);                                \
    va_end(list);                                                            \
    const mcheck::LibraryCall call(__builtin_return_address(0));             \
    if (mcheck::LibraryCall::is_checked()) call.text(path);                  \
    return mcheck_real_##name(MCHECK_UNWRAP arguments, mode);                \
  }
#define MCHECK_UNWRAP(...) __VA_ARGS__
#define MCHECK_TWO_PATHS(name)                                                        \
  MCHECK_INTERCEPTED(int, name, (const char* path, const char* other), (path, other), \
                     (call.text(path), call.text(other)), )

extern "C" {
MCHECK_READ_CALL(read, (int file, void* to, size_t size), (file, to, size), mcheck::kAtPosition)
MCHECK_READ_CALL(pread, (int file, void* to, size_t size, off_t at), (file, to, size, at), at)
MCHECK_READ_CALL(pread64, (int file, void* to, size_t size, off64_t at), (file, to, size, at), at)
MCHECK_LIBRARY(ssize_t, recv, (int file, void* to, size_t size, int how), (file, to, size, how),
               mcheck::order_transfer(file, "recv"), call.writes(to, mcheck::size_or_zero(result)))
MCHECK_LIBRARY(off_t, lseek, (int file, off_t by, int from), (file, by, from),
               mcheck::order_transfer(file, "lseek"), )
MCHECK_LIBRARY(ssize_t, readlink, (const char* path, char* to, size_t size), (path, to, size),
               call.text(path), call.writes(to, mcheck::size_or_zero(result)))
MCHECK_LIBRARY(ssize_t, readlinkat, (int in, const char* path, char* to, size_t size),
               (in, path, to, size), call.text(path), call.writes(to, mcheck::size_or_zero(result)))
MCHECK_WRITE_CALL(write, (int file, const void* from, size_t size), (file, from, size),
                  mcheck::kAtPosition)
MCHECK_WRITE_CALL(pwrite, (int file, const void* from, size_t size, off_t at),
                  (file, from, size, at), at)
MCHECK_WRITE_CALL(pwrite64, (int file, const void* from, size_t size, off64_t at),
                  (file, from, size, at), at)
MCHECK_LIBRARY(ssize_t, send, (int file, const void* from, size_t size, int how),
               (file, from, size, how),
               (mcheck::order_transfer(file, "send"), call.reads(from, size)), )
MCHECK_READ_PARTS_CALL(readv, (int file, const iovec* to, int count), (file, to, count),
                       mcheck::kAtPosition)
MCHECK_READ_PARTS_CALL(preadv, (int file, const iovec* to, int count, off_t at),
                       (file, to, count, at), at)
MCHECK_WRITE_PARTS_CALL(writev, (int file, const iovec* from, int count), (file, from, count),
                        mcheck::kAtPosition)
MCHECK_WRITE_PARTS_CALL(pwritev, (int file, const iovec* from, int count, off_t at),
                        (file, from, count, at), at)
MCHECK_LIBRARY(ssize_t, recvfrom,
               (int file, void* to, size_t size, int how, sockaddr* address, socklen_t* length),
               (file, to, size, how, address, length), mcheck::order_transfer(file, "recvfrom"),
               (result >= 0 ? (call.writes(to, mcheck::size_or_zero(result)),
                               mcheck::check_socket_address(call, address, length))
                            : void()))
MCHECK_LIBRARY(ssize_t, sendto,
               (int file, const void* from, size_t size, int how, const sockaddr* address,
                socklen_t length),
               (file, from, size, how, address, length),
               (mcheck::order_transfer(file, "sendto"), call.reads(from, size),
                call.reads(address, length)), )
MCHECK_LIBRARY(ssize_t, recvmsg, (int file, msghdr* message, int how), (file, message, how),
               mcheck::order_transfer(file, "recvmsg"),
               mcheck::check_received(call, message, result))
MCHECK_LIBRARY(ssize_t, sendmsg, (int file, const msghdr* message, int how), (file, message, how),
               (mcheck::order_transfer(file, "sendmsg"), call.reads_object(message),
                mcheck::check_parts(call, message->msg_iov, message->msg_iovlen,
                                    mcheck::size_of(message->msg_iov, message->msg_iovlen),
                                    false)), )
MCHECK_LIBRARY(int, bind, (int file, const sockaddr* address, socklen_t size),
               (file, address, size), call.reads(address, size), )
MCHECK_LIBRARY(int, connect, (int file, const sockaddr* address, socklen_t size),
               (file, address, size), call.reads(address, size), )
MCHECK_LIBRARY(int, getsockname, (int file, sockaddr* address, socklen_t* size),
               (file, address, size), ,
               (result == 0 ? mcheck::check_socket_address(call, address, size) : void()))
MCHECK_LIBRARY(int, getpeername, (int file, sockaddr* address, socklen_t* size),
               (file, address, size), ,
               (result == 0 ? mcheck::check_socket_address(call, address, size) : void()))
MCHECK_LIBRARY(int, getsockopt, (int file, int level, int name, void* to, socklen_t* size),
               (file, level, name, to, size), ,
               (result == 0 ? mcheck::check_socket_address(call, to, size) : void()))
MCHECK_LIBRARY(int, setsockopt, (int file, int level, int name, const void* from, socklen_t size),
               (file, level, name, from, size), call.reads(from, size), )

MCHECK_LIBRARY(int, ftruncate, (int file, off_t size), (file, size),
               mcheck::check_truncation(call, file, size), )
MCHECK_LIBRARY(int, ftruncate64, (int file, off64_t size), (file, size),
               mcheck::check_truncation(call, file, size), )

MCHECK_STAT(stat, stat)
MCHECK_STAT(lstat, stat)
MCHECK_STAT(stat64, stat64)
MCHECK_STAT(lstat64, stat64)
MCHECK_STAT(statfs, statfs)
MCHECK_STAT(statvfs, statvfs)
MCHECK_FILLS(fstat, (int file, struct stat* to), (file, to))
MCHECK_FILLS(fstat64, (int file, struct stat64* to), (file, to))
MCHECK_FILLS(fstatfs, (int file, struct statfs* to), (file, to))
MCHECK_LIBRARY(int, fstatat, (int in, const char* path, struct stat* to, int how),
               (in, path, to, how), call.text(path),
               (result == 0 ? call.writes_object(to) : void()))
MCHECK_FILLS(uname, (utsname * to), (to))
MCHECK_FILLS(getrusage, (int who, rusage* to), (who, to))
MCHECK_FILLS(getrlimit, (int what, rlimit* to), (what, to))
MCHECK_FILLS(sysinfo, (struct sysinfo * to), (to))
MCHECK_LIBRARY(int, gethostname, (char* to, size_t size), (to, size), ,
               (result == 0 ? call.writes_text(to) : void()))
MCHECK_LIBRARY(char*, getcwd, (char* to, size_t size), (to, size), mcheck::note_kernel_query(),
               call.writes_text(result))
MCHECK_LIBRARY(char*, realpath, (const char* path, char* to), (path, to), call.text(path),
               call.writes_text(result))
MCHECK_LIBRARY(int, access, (const char* path, int how), (path, how),
               (mcheck::note_kernel_query(), call.text(path)), )
MCHECK_LIBRARY(int, ttyname_r, (int file, char* to, size_t size), (file, to, size), ,
               (result == 0 ? call.writes_text(to) : void()))
MCHECK_LIBRARY(int, epoll_ctl, (int file, int what, int of, epoll_event* event),
               (file, what, of, event), call.reads_object(event), )

MCHECK_INTERCEPTED(int, pipe, (int ends[2]), (ends), ,
                   (result == 0 ? call.writes(ends, 8) : void()))
MCHECK_INTERCEPTED(int, pipe2, (int ends[2], int how), (ends, how), ,
                   (result == 0 ? call.writes(ends, 8) : void()))
MCHECK_INTERCEPTED(int, socketpair, (int domain, int type, int protocol, int ends[2]),
                   (domain, type, protocol, ends), , (result == 0 ? call.writes(ends, 8) : void()))
MCHECK_INTERCEPTED(int, accept, (int file, sockaddr* address, socklen_t* size),
                   (file, address, size), ,
                   (result >= 0 ? mcheck::check_socket_address(call, address, size) : void()))
MCHECK_INTERCEPTED(int, poll, (pollfd * files, nfds_t count, int limit), (files, count, limit),
                   call.reads(files, count * sizeof *files),
                   (result >= 0 ? call.writes(files, count * sizeof *files) : void()))
MCHECK_INTERCEPTED(int, epoll_wait, (int file, epoll_event* to, int count, int limit),
                   (file, to, count, limit), ,
                   (result > 0 ? call.writes(to, static_cast<size_t>(result) * sizeof *to)
                               : void()))
MCHECK_INTERCEPTED(int, select, (int count, fd_set* r, fd_set* w, fd_set* x, timeval* limit),
                   (count, r, w, x, limit),
                   (call.reads_object(r), call.reads_object(w), call.reads_object(x),
                    call.reads_object(limit)),
                   (call.writes_object(r), call.writes_object(w), call.writes_object(x)))
MCHECK_INTERCEPTED(ssize_t, getrandom, (void* to, size_t size, unsigned how), (to, size, how), ,
                   call.writes(to, mcheck::size_or_zero(result)))
MCHECK_INTERCEPTED(int, getentropy, (void* to, size_t size), (to, size), ,
                   (result == 0 ? call.writes(to, size) : void()))

MCHECK_OPEN(open, (const char* path, int how), (path, how))
MCHECK_OPEN(open64, (const char* path, int how), (path, how))
MCHECK_OPEN(openat, (int in, const char* path, int how), (in, path, how))
MCHECK_OPEN(openat64, (int in, const char* path, int how), (in, path, how))
MCHECK_PATH(FILE*, fopen, (const char* path, const char* mode), (path, mode))
MCHECK_PATH(FILE*, fopen64, (const char* path, const char* mode), (path, mode))
MCHECK_PATH(DIR*, opendir, (const char* path), (path))
MCHECK_PATH(int, unlink, (const char* path), (path))
MCHECK_PATH(int, remove, (const char* path), (path))
MCHECK_PATH(int, mkdir, (const char* path, mode_t mode), (path, mode))
MCHECK_PATH(int, rmdir, (const char* path), (path))
MCHECK_PATH(int, chdir, (const char* path), (path))
MCHECK_PATH(int, chmod, (const char* path, mode_t mode), (path, mode))
MCHECK_INTERCEPTED(int, truncate, (const char* path, off_t size), (path, size),
                   (call.text(path), mcheck::check_truncation(call, path, size)), )
MCHECK_TWO_PATHS(rename)
MCHECK_TWO_PATHS(link)
MCHECK_TWO_PATHS(symlink)
MCHECK_INTERCEPTED(int, mkstemp, (char* path), (path), call.text(path), call.writes_text(path))

MCHECK_LIBRARY(int, puts, (const char* text), (text), call.text(text), )
MCHECK_LIBRARY_VOID(perror, (const char* text), (text), call.text(text), )
MCHECK_LIBRARY(int, fputws, (const wchar_t* text, FILE* s), (text, s), call.text(text), )
MCHECK_LIBRARY(wchar_t*, fgetws, (wchar_t * to, int size, FILE* s), (to, size, s), ,
               call.writes_text(result))
MCHECK_LIBRARY(ssize_t, getline, (char** line, size_t* room, FILE* s), (line, room, s), ,
               mcheck::check_line(call, line, room, result))
MCHECK_LIBRARY(ssize_t, getdelim, (char** line, size_t* room, int end, FILE* s),
               (line, room, end, s), , mcheck::check_line(call, line, room, result))
MCHECK_LIBRARY(ssize_t, __getdelim, (char** line, size_t* room, int end, FILE* s),
               (line, room, end, s), , mcheck::check_line(call, line, room, result))
}
// NOLINTEND
