// SPDX-License-Identifier: MIT
// Attributes that a program may request for its threads. Reports show names; stacks are at least as
// large as requested; requests about when or where a thread runs are accepted and have no effect,
// because every schedule is explored.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/prctl.h>

#include <cstring>

#include "engine/intercept/kernel/kernel_call.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/threads/cancellation.hpp"
#include "engine/intercept/threads/threads.hpp"
#include "engine/memory/regions/thread_region.hpp"

// NOLINTBEGIN
extern "C" {

int pthread_setname_np(pthread_t thread, const char* name) noexcept {
  mcheck::ThreadControl& control = mcheck::control_of(thread);
  if (std::strlen(name) >= sizeof control.name) return ERANGE;
  std::strcpy(control.name, name);
  mcheck::name_thread(mcheck::id_of(thread), name);
  return 0;
}

int pthread_getname_np(pthread_t thread, char* name, size_t size) noexcept {
  const mcheck::ThreadControl& control = mcheck::control_of(thread);
  if (size <= std::strlen(control.name)) return ERANGE;
  std::strcpy(name, control.name);
  return 0;
}

// The kernel has one name for all threads of the program; everything else that is set here, it
// keeps for the process.
int prctl(int what, ...) noexcept {
  long words[4];
  va_list more;
  va_start(more, what);
  for (long& word : words) word = va_arg(more, long);
  va_end(more);
  const bool is_name = what == PR_SET_NAME || what == PR_GET_NAME;
  if (is_name && mcheck::on_program_thread()) {
    mcheck::ThreadControl& control = mcheck::current_control();
    if (what == PR_GET_NAME) return std::strcpy(reinterpret_cast<char*>(words[0]), control.name), 0;
    char name[sizeof control.name] = {};
    const auto* const wanted = reinterpret_cast<const char*>(words[0]);
    std::memcpy(name, wanted, strnlen(wanted, sizeof name - 1));  // the kernel cuts it off
    return pthread_setname_np(pthread_self(), name);
  }
  if (!is_name) mcheck::note_kernel_effect({"changes its attributes", "prctl"});
  return mcheck::library_function<int(int, long, long, long, long)>("prctl")(
      what, words[0], words[1], words[2], words[3]);
}

int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) noexcept {
  const mcheck::ThreadControl& control = mcheck::control_of(thread);
  const auto number = (thread - mcheck::kProgramMemoryBase) / mcheck::kThreadRegionBytes;
  const mcheck::ThreadRegion thread_region = mcheck::thread_region(number);
  pthread_attr_init(attributes);
  if (control.detached) pthread_attr_setdetachstate(attributes, PTHREAD_CREATE_DETACHED);
  return pthread_attr_setstack(attributes, thread_region.stack_begin(),
                               thread_region.stack_bytes());
}

int sched_yield() noexcept {
  if (mcheck::on_program_thread()) mcheck::perform({.kind = mcheck::Kind::kYield});
  return 0;
}

int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t*) noexcept { return 0; }
int sched_setaffinity(pid_t, size_t, const cpu_set_t*) noexcept { return 0; }
int pthread_setschedparam(pthread_t, int, const sched_param*) noexcept { return 0; }
int pthread_setschedprio(pthread_t, int) noexcept { return 0; }
int pthread_setconcurrency(int) noexcept { return 0; }
// A program that is checked does not fork.
int pthread_atfork(void (*)(), void (*)(), void (*)()) noexcept { return 0; }
}
// NOLINTEND
