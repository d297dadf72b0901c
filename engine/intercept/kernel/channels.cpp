// SPDX-License-Identifier: MIT
// Pipes, sockets and other descriptors without a file; other processes; limits.
#include <dlfcn.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "engine/intercept/kernel/kernel_call.hpp"

namespace {
constexpr const char* kPipes = "makes pipes";
constexpr const char* kSockets = "makes sockets";
constexpr const char* kDescriptors = "makes descriptors";
constexpr const char* kProcesses = "starts other processes";
}  // namespace

// NOLINTBEGIN
extern "C" {

MCHECK_KERNEL_CALL(kPipes, int, pipe, (int* ends), (ends))
MCHECK_KERNEL_CALL(kPipes, int, pipe2, (int* ends, int flags), (ends, flags))
MCHECK_KERNEL_CALL(kSockets, int, socket, (int domain, int type, int protocol),
                   (domain, type, protocol))
MCHECK_KERNEL_CALL(kSockets, int, socketpair, (int domain, int type, int protocol, int* ends),
                   (domain, type, protocol, ends))
MCHECK_KERNEL_CALL(kSockets, int, accept, (int socket, sockaddr* address, socklen_t* size),
                   (socket, address, size))
MCHECK_KERNEL_CALL(kSockets, int, accept4,
                   (int socket, sockaddr* address, socklen_t* size, int flags),
                   (socket, address, size, flags))
MCHECK_KERNEL_CALL(kDescriptors, int, eventfd, (unsigned value, int flags), (value, flags))
MCHECK_KERNEL_CALL(kDescriptors, int, timerfd_create, (clockid_t clock, int flags), (clock, flags))
MCHECK_KERNEL_CALL(kDescriptors, int, epoll_create, (int size), (size))
MCHECK_KERNEL_CALL(kDescriptors, int, epoll_create1, (int flags), (flags))
MCHECK_KERNEL_CALL(kDescriptors, int, inotify_init, (), ())
MCHECK_KERNEL_CALL(kDescriptors, int, inotify_init1, (int flags), (flags))
MCHECK_KERNEL_CALL(kDescriptors, int, memfd_create, (const char* name, unsigned flags),
                   (name, flags))
MCHECK_KERNEL_CALL(kDescriptors, int, shm_open, (const char* name, int flags, mode_t mode),
                   (name, flags, mode))
MCHECK_KERNEL_CALL("sets limits", int, setrlimit, (__rlimit_resource_t what, const rlimit* limit),
                   (what, limit))
MCHECK_KERNEL_CALL("changes its priority", int, nice, (int by), (by))
MCHECK_KERNEL_CALL("changes its priority", int, setpriority,
                   (__priority_which_t which, id_t who, int value), (which, who, value))
MCHECK_KERNEL_CALL("loads libraries", void*, dlopen, (const char* path, int mode), (path, mode))

MCHECK_KERNEL_CALL(kProcesses, int, system, (const char* command), (command))
MCHECK_KERNEL_CALL(kProcesses, FILE*, popen, (const char* command, const char* mode),
                   (command, mode))
MCHECK_KERNEL_CALL(kProcesses, int, posix_spawn,
                   (pid_t * process, const char* path, const posix_spawn_file_actions_t* actions,
                    const posix_spawnattr_t* attributes, char* const* words,
                    char* const* environment),
                   (process, path, actions, attributes, words, environment))
MCHECK_KERNEL_CALL(kProcesses, int, posix_spawnp,
                   (pid_t * process, const char* path, const posix_spawn_file_actions_t* actions,
                    const posix_spawnattr_t* attributes, char* const* words,
                    char* const* environment),
                   (process, path, actions, attributes, words, environment))

// In an isolated execution another program may replace the process.
MCHECK_KERNEL_CALL(kProcesses, int, execv, (const char* path, char* const* words), (path, words))
MCHECK_KERNEL_CALL(kProcesses, int, execvp, (const char* path, char* const* words), (path, words))
MCHECK_KERNEL_CALL(kProcesses, int, execve,
                   (const char* path, char* const* words, char* const* environment),
                   (path, words, environment))

pid_t vfork() noexcept { return fork(); }
}
// NOLINTEND
