// SPDX-License-Identifier: MIT
// Joining and detaching a std::thread is compiled into the C++ library, where there are no hooks:
// two threads that join one object would race for its id, and nobody would see it. So both stand
// here again, and tell that they read and write the id. So does joinable(), which is inline: it
// hands the id on by value, and GCC has no hook for what is read so (docs/limits.md).
//
// A program with the C++ library in itself calls them by --wrap: engine/unmodified.cmake.
#include <errno.h>
#include <pthread.h>

#include <system_error>
#include <thread>

#include "engine/intercept/blocks.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/runtime/accesses.hpp"

namespace mcheck {
namespace {

// What a std::thread is made of; 0: it stands for no thread.
static_assert(sizeof(std::thread) == sizeof(pthread_t));

// What is done with the id is an operation, and a point.
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
