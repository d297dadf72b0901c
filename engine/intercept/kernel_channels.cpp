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

#include "engine/intercept/kernel_state.hpp"

namespace {
constexpr const char* kPipes = "makes pipes";
constexpr const char* kSockets = "makes sockets";
constexpr const char* kDescriptors = "makes descriptors";
constexpr const char* kProcesses = "starts other processes";
}  // namespace

// NOLINTBEGIN
extern "C" {

MCHECK_TOUCHES(kPipes, int, pipe, (int* ends), (ends))
MCHECK_TOUCHES(kPipes, int, pipe2, (int* ends, int flags), (ends, flags))
MCHECK_TOUCHES(kSockets, int, socket, (int domain, int type, int protocol),
               (domain, type, protocol))
MCHECK_TOUCHES(kSockets, int, socketpair, (int domain, int type, int protocol, int* ends),
               (domain, type, protocol, ends))
MCHECK_TOUCHES(kSockets, int, accept, (int socket, sockaddr* address, socklen_t* size),
               (socket, address, size))
MCHECK_TOUCHES(kSockets, int, accept4, (int socket, sockaddr* address, socklen_t* size, int flags),
               (socket, address, size, flags))
MCHECK_TOUCHES(kDescriptors, int, eventfd, (unsigned value, int flags), (value, flags))
MCHECK_TOUCHES(kDescriptors, int, timerfd_create, (clockid_t clock, int flags), (clock, flags))
MCHECK_TOUCHES(kDescriptors, int, epoll_create, (int size), (size))
MCHECK_TOUCHES(kDescriptors, int, epoll_create1, (int flags), (flags))
MCHECK_TOUCHES(kDescriptors, int, inotify_init, (), ())
MCHECK_TOUCHES(kDescriptors, int, inotify_init1, (int flags), (flags))
MCHECK_TOUCHES(kDescriptors, int, memfd_create, (const char* name, unsigned flags), (name, flags))
MCHECK_TOUCHES(kDescriptors, int, shm_open, (const char* name, int flags, mode_t mode),
               (name, flags, mode))
MCHECK_TOUCHES("sets limits", int, setrlimit, (__rlimit_resource_t what, const rlimit* limit),
               (what, limit))
MCHECK_TOUCHES("loads libraries", void*, dlopen, (const char* path, int mode), (path, mode))

MCHECK_TOUCHES(kProcesses, int, system, (const char* command), (command))
MCHECK_TOUCHES(kProcesses, FILE*, popen, (const char* command, const char* mode), (command, mode))
MCHECK_TOUCHES(kProcesses, int, posix_spawn,
               (pid_t * process, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* words, char* const* environment),
               (process, path, actions, attributes, words, environment))
MCHECK_TOUCHES(kProcesses, int, posix_spawnp,
               (pid_t * process, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* words, char* const* environment),
               (process, path, actions, attributes, words, environment))

// In an isolated execution another program may replace the process.
MCHECK_TOUCHES(kProcesses, int, execv, (const char* path, char* const* words), (path, words))
MCHECK_TOUCHES(kProcesses, int, execvp, (const char* path, char* const* words), (path, words))
MCHECK_TOUCHES(kProcesses, int, execve,
               (const char* path, char* const* words, char* const* environment),
               (path, words, environment))

pid_t vfork() noexcept { return fork(); }
}
// NOLINTEND
