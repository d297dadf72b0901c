// SPDX-License-Identifier: MIT
// pthread_create and related functions.
//
// Plain memory records that a thread was detached or joined: no two calls may do either, in any
// order, so the second call detects the misuse.
#include "engine/intercept/threads/threads.hpp"

#include <cxxabi.h>
#include <errno.h>

#include <utility>

#include <mcheck/detail/threads.hpp>

#include "engine/intercept/determinism/clocks.hpp"
#include "engine/intercept/examination/loaded_objects.hpp"
#include "engine/intercept/libstdcxx/future_at_exit.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/deadlines.hpp"
#include "engine/intercept/sync/mutexes.hpp"
#include "engine/intercept/threads/cancellation.hpp"
#include "engine/intercept/threads/referenced_functions.hpp"
#include "engine/intercept/threads/thread_keys.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/platform/hooks/stack_clearing_hook.hpp"
#include "engine/platform/system/thread_locals.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {
namespace {

thread_local ThreadControl own_control;

// Registered first at the start of a thread, so called last at its end.
void at_thread_locals_end(void*) { end_running_thread(); }

// What to run is in the thread's own control. So nothing of the starter's memory tells which
// threads have started or ended.
class ThreadFunction final : public detail::ThreadBody {
 public:
  constexpr ThreadFunction() = default;
  constexpr ~ThreadFunction() override {}  // NOLINT(modernize-use-equals-default): see below
  void run() override {
    abi::__cxa_thread_atexit(at_thread_locals_end, nullptr, nullptr);
    auto* const function = std::exchange(own_control.function, nullptr);
    detail::clear_stack();  // no frame of the function begins with what was left by the above
    own_control.result = function(std::exchange(own_control.argument, nullptr));
    own_control.at_end = true;
  }
};

// A constant: it is not destroyed when the program exits, which would be a step of the program.
constexpr ThreadFunction the_function;

ThreadControl& control_in(pthread_t thread) {
  const auto offset = reinterpret_cast<std::byte*>(&own_control) - thread_pointer();
  return *reinterpret_cast<ThreadControl*>(reinterpret_cast<std::byte*>(thread) + offset);
}

ObjectId end_event_of(pthread_t thread) {
  return identify_address(&control_in(thread).ended, ObjectKind::kEvent, {});
}

void require_joinable(const ThreadControl& control) {
  if (control.joined) report_misuse("joins or detaches a thread that has been joined");
  if (control.detached) report_misuse("joins or detaches a thread that is detached");
}

int wait_for_end(pthread_t thread) {
  ThreadControl& control = control_in(thread);
  detail::join_thread(index(id_of(thread)) + 1);
  require_joinable(control);
  control.joined = true;
  return 0;
}

}  // namespace

ThreadControl& current_control() { return own_control; }

ThreadControl& control_of(pthread_t thread) {
  if (!in_program_memory(reinterpret_cast<const void*>(thread)))
    report_misuse("names a thread that does not exist");
  if (thread != pthread_self()) Machine::current()->symmetry().note_identity_used(id_of(thread));
  return control_in(thread);
}

ThreadId id_of(pthread_t thread) { return thread_at(reinterpret_cast<const void*>(thread)); }

int start_thread(pthread_t* thread, bool detached, void* (*function)(void*), void* argument) {
  const auto id = ThreadId(detail::start_thread(const_cast<ThreadFunction*>(&the_function)) - 1);
  *thread = reinterpret_cast<pthread_t>(thread_pointer_of(id));
  ThreadControl& control = control_in(*thread);
  control.function = function;
  control.argument = argument;
  control.detached = detached;
  control.signals.blocked = own_control.signals.blocked;
  start_clock_of(*thread);
  Machine::current()->symmetry().note_thread_start(
      id, {.function = reinterpret_cast<std::uintptr_t>(function),
           .argument = reinterpret_cast<std::uintptr_t>(argument),
           .detached = detached});
  return 0;
}

int join_thread(pthread_t thread, void** result) {
  if (thread == pthread_self()) return EDEADLK;
  if (!in_program_memory(reinterpret_cast<const void*>(thread))) (void)control_of(thread);
  ThreadControl& control = control_in(thread);
  require_joinable(control);
  while (cancellation_point() && !has_ended(thread)) detail::clear_stack();
  wait_for_end(thread);
  if (result == nullptr) return 0;
  if (control.result != nullptr) (void)control_of(thread);
  *result = control.result;
  return 0;
}

int detach_thread(pthread_t thread) {
  ThreadControl& control = control_of(thread);
  require_joinable(control);
  control.detached = true;
  return 0;
}

bool has_ended(pthread_t thread) {
  if (!thread_ends_are_queried()) {
    reject_call(
        "queries the end of a thread in a way that mcheck could not find in the executable");
  }
  (void)control_of(thread);
  return perform({.kind = Kind::kEventPoll, .object = end_event_of(thread)}).result == 1;
}

void end_running_thread() {
  make_futures_ready();
  destroy_key_values();
  abandon_robust_mutexes();
  if (!thread_ends_are_queried()) return;
  perform({.kind = Kind::kEventSet, .object = end_event_of(pthread_self())});
}

}  // namespace mcheck

namespace {

constexpr const char* kNoOpenMp =
    "starts threads of OpenMP, which wait for each other in uninstrumented code (libgomp)\n"
    "  try      without -fopenmp, if one thread does as well; OMP_THREAD_LIMIT=1; or std::thread";

// Gives the thread, which has not started, a stack at least as large as its attributes request.
void prepare_stack(pthread_t thread, const pthread_attr_t* attributes) {
  std::size_t bytes = 0;
  if (attributes != nullptr) pthread_attr_getstacksize(attributes, &bytes);
  const mcheck::ThreadRegion thread_region =
      mcheck::region_containing(reinterpret_cast<const void*>(thread));
  if (!mcheck::has_same_stack_size_as_before(thread_region, bytes)) mcheck::note_other_stack_size();
  if (attributes == nullptr) return;
  {
    const mcheck::EngineAllocationScope engine_at_work;
    if (mcheck::grow_stack(thread_region, bytes)) return;
  }
  mcheck::reject_call("requests a stack of more than 128 MiB for a thread");
}

// A timed wait may time out at any point: this one times out at once unless the thread has ended.
int try_join(pthread_t thread, void** result, int error_if_running) {
  if (thread == pthread_self()) return EDEADLK;
  mcheck::detail::clear_stack();
  if (error_if_running == ETIMEDOUT && !mcheck::timeouts_happen()) {
    return mcheck::join_thread(thread, result);
  }
  if (!mcheck::has_ended(thread)) return error_if_running;
  return mcheck::join_thread(thread, result);
}

int join_until(pthread_t thread, void** result, const timespec* time) {
  if (time == nullptr) return mcheck::join_thread(thread, result);
  return mcheck::is_valid_time(time) ? try_join(thread, result, ETIMEDOUT) : EINVAL;
}

}  // namespace

// NOLINTBEGIN
MCHECK_STACK_CLEARING_HOOK(pthread_join)

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) noexcept {
  if (mcheck::is_in_openmp(__builtin_return_address(0))) {
    mcheck::reject_call(kNoOpenMp);
  }
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  const int error =
      mcheck::start_thread(thread, state == PTHREAD_CREATE_DETACHED, function, argument);
  if (error == 0) prepare_stack(*thread, attributes);
  return error;
}

int body_pthread_join(pthread_t thread, void** result) {
  return mcheck::join_thread(thread, result);
}

int pthread_tryjoin_np(pthread_t thread, void** result) noexcept {
  return try_join(thread, result, EBUSY);
}

int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* time) {
  return join_until(thread, result, time);
}

int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock, const timespec* time) {
  if (!mcheck::is_valid_clock(clock)) return EINVAL;
  return join_until(thread, result, time);
}

int pthread_detach(pthread_t thread) noexcept { return mcheck::detach_thread(thread); }

void pthread_exit(void* result) { mcheck::exit_thread(result); }
}
// NOLINTEND
