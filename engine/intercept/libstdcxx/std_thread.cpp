// SPDX-License-Identifier: MIT
// Joining and detaching a std::thread is compiled into the C++ library, without hooks: mcheck would
// not see that two threads that join one object race for its id. So both are implemented here
// again, and report that they read and write the id. So is joinable(), which is inline: it returns
// the id by value, and GCC has no hook for such a read (docs/limits.md).
//
// A program that is linked statically with the C++ library calls them by --wrap:
// engine/unmodified.cmake.
#include <errno.h>
#include <pthread.h>

#include <system_error>
#include <thread>

#include "engine/intercept/examination/program_code.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/runtime/data_races/accesses.hpp"

namespace mcheck {
namespace {

// The only member of a std::thread; 0: it represents no thread.
static_assert(sizeof(std::thread) == sizeof(pthread_t));

// The call that uses the id is an operation, and thereby a scheduling point.
void check_id_access(const pthread_t& id, bool write, const void* caller) {
  if (on_program_thread() && is_program_code(caller))
    unscheduled_access(&id, sizeof id, write, caller);
}

void release_thread(pthread_t& id, const void* caller, int (*release)(pthread_t)) {
  check_id_access(id, false, caller);
  const int error = id == 0 ? EINVAL : release(id);
  if (error != 0) throw std::system_error(error, std::generic_category());
  check_id_access(id, true, caller);
  id = 0;
}

int join_without_result(pthread_t thread) { return pthread_join(thread, nullptr); }

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {
bool mcheck_intercept__ZNKSt6thread8joinableEv(const pthread_t* id) {
  mcheck::check_id_access(*id, false, __builtin_return_address(0));
  return *id != 0;
}
void mcheck_intercept__ZNSt6thread4joinEv(pthread_t* id) {
  mcheck::release_thread(*id, __builtin_return_address(0), mcheck::join_without_result);
}
void mcheck_intercept__ZNSt6thread6detachEv(pthread_t* id) {
  mcheck::release_thread(*id, __builtin_return_address(0), pthread_detach);
}
}
// NOLINTEND
