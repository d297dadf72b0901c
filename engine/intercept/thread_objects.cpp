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

#include "engine/intercept/blocks.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/runtime/accesses.hpp"

namespace mcheck {
namespace {

// The only member of a std::thread; 0: it represents no thread.
static_assert(sizeof(std::thread) == sizeof(pthread_t));

// The call that uses the id is an operation, and thereby a scheduling point.
void use_id(const pthread_t& id, bool write, const void* caller) {
  if (inside() && is_the_programs(caller)) pointless_access(&id, sizeof id, write, caller);
}

void give_up_thread(pthread_t& id, const void* caller, int (*how)(pthread_t)) {
  use_id(id, false, caller);
  const int error = id == 0 ? EINVAL : how(id);
  if (error != 0) throw std::system_error(error, std::generic_category());
  use_id(id, true, caller);
  id = 0;
}

int join(pthread_t thread) { return pthread_join(thread, nullptr); }

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {
bool mcheck_seen__ZNKSt6thread8joinableEv(const pthread_t* id) {
  mcheck::use_id(*id, false, __builtin_return_address(0));
  return *id != 0;
}
void mcheck_seen__ZNSt6thread4joinEv(pthread_t* id) {
  mcheck::give_up_thread(*id, __builtin_return_address(0), mcheck::join);
}
void mcheck_seen__ZNSt6thread6detachEv(pthread_t* id) {
  mcheck::give_up_thread(*id, __builtin_return_address(0), pthread_detach);
}
}
// NOLINTEND
