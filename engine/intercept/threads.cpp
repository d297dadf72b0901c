// SPDX-License-Identifier: MIT
// pthread_create and its kin. A thread's pthread_t is the address of its thread descriptor, as in
// the C library, so that pthread_self() is left as it is.
#include "engine/intercept/threads.hpp"

#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/threads.hpp>

#include "engine/intercept/clocks.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/world/thread_locals.hpp"

namespace mcheck {
namespace {

thread_local ThreadControl own_control;

class Body final : public detail::ThreadBody {
 public:
  Body(void* (*function)(void*), void* argument) : function_(function), argument_(argument) {}

  void run() override { own_control.result = function_(argument_); }

 private:
  void* (*function_)(void*);
  void* argument_;
};

}  // namespace

ThreadControl& own_thread() { return own_control; }

ThreadControl& control_of(pthread_t thread) {
  const auto offset = reinterpret_cast<std::byte*>(&own_control) - thread_pointer();
  return *reinterpret_cast<ThreadControl*>(reinterpret_cast<std::byte*>(thread) + offset);
}

int start_thread(pthread_t* thread, bool detached, void* (*function)(void*), void* argument) {
  const detail::ThreadNumber number = detail::start_thread(new Body(function, argument));
  *thread = reinterpret_cast<pthread_t>(thread_pointer_of(ThreadId(number - 1)));
  control_of(*thread).detached = detached;
  start_clock_of(*thread);
  return 0;
}

int join_thread(pthread_t thread, void** result) {
  detail::join_thread(index(thread_at(reinterpret_cast<const void*>(thread))) + 1);
  catch_up_with(thread);
  if (result != nullptr) *result = control_of(thread).result;
  return 0;
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) noexcept {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  return mcheck::start_thread(thread, state == PTHREAD_CREATE_DETACHED, function, argument);
}

int pthread_join(pthread_t thread, void** result) { return mcheck::join_thread(thread, result); }

int pthread_detach(pthread_t thread) noexcept {
  mcheck::control_of(thread).detached = true;
  return 0;
}
}
// NOLINTEND
