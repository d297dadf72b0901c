// SPDX-License-Identifier: MIT
// The data of each thread of an unmodified program, in the thread's own thread-local memory.
//
// A thread's pthread_t is the address of its thread descriptor, as in the C library, so that
// pthread_self() needs no interceptor. No two threads of an execution have the same.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <cstdint>

#include "engine/base/ids.hpp"

namespace mcheck {

// See signal_waits.cpp.
struct ThreadSignals {
  sigset_t blocked = {};
  sigset_t pending = {};  // sent, and not taken yet
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t sent = PTHREAD_COND_INITIALIZER;
};

struct ThreadControl {
  void* result = nullptr;  // what its function returned
  bool detached = false;
  bool joined = false;
  bool at_end = false;            // its function is over
  bool cancel_enabled = true;     // cancellation is enabled
  std::uint64_t cancel_word = 0;  // an atomic of the engine: see cancellation.hpp
  std::uint64_t ended = 0;        // identified by its address, where another thread may query it
  char name[16] = {};
  void* (*function)(void*) = nullptr;  // until it has started
  void* argument = nullptr;
  ThreadSignals signals;
};

[[nodiscard]] ThreadControl& current_control();
// Reports misuse if there is no such thread.
[[nodiscard]] ThreadControl& control_of(pthread_t thread);
[[nodiscard]] ThreadId id_of(pthread_t thread);

// A C11 function returns int; the result is stored in the same place.
int start_thread(pthread_t* thread, bool detached, void* (*function)(void*), void* argument);
int join_thread(pthread_t thread, void** result);
int detach_thread(pthread_t thread);
[[noreturn]] void exit_thread(void* result);

// Whether the thread has ended. REQUIRES: thread_ends_are_queried().
[[nodiscard]] bool has_ended(pthread_t thread);

// The end of the running thread, after its thread_local objects were destroyed. Called once.
void end_running_thread();

}  // namespace mcheck
