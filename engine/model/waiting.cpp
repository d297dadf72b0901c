// SPDX-License-Identifier: MIT
#include <mcheck/detail/waiting.hpp>

#include <cxxabi.h>

#include "engine/model/outside_program.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck::detail {
namespace {

ObjectId identify_condition(Object& condition) {
  return identify(condition, ObjectKind::kCondition, {});
}

struct ThreadEndCall {
  void (*act)(void*, void*);
  void* first;
  void* second;
};

}  // namespace

void begin_condition(Object& condition) {
  if (on_model_thread()) identify_condition(condition);
}

void end_condition(Object& condition) { retire(condition, false); }

void notify_one(Object& condition) {
  if (on_model_thread())
    perform({.kind = Kind::kNotifyOne, .object = identify_condition(condition)});
}

void notify_all(Object& condition) {
  if (on_model_thread())
    perform({.kind = Kind::kNotifyAll, .object = identify_condition(condition)});
}

Waiting::Waiting(Object& condition, const Object* mutex) {
  if (!on_model_thread()) refuse_outside_program("a wait at a condition variable is started");
  const ObjectId object = identify_condition(condition);
  condition_ = index(object);
  wakes_spuriously_ = perform({.kind = Kind::kEnqueue,
                               .may_fail = true,
                               .object = object,
                               .a = mutex == nullptr ? 0u : mutex->id})
                          .result == 1;
}

void Waiting::until_notified() const {
  const ObjectId object{condition_};
  if (wakes_spuriously_) {
    perform({.kind = Kind::kLeave, .may_fail = true, .object = object});
  } else {
    perform({.kind = Kind::kAwaken, .object = object});
  }
}

// A spurious wake-up is not a timeout: the caller gets another answer.
bool Waiting::notified_in_time() const {
  if (!timeouts_happen()) {
    until_notified();
    return true;
  }
  const bool failed =
      perform({.kind = Kind::kLeave, .may_time_out = true, .object = ObjectId{condition_}}).failed;
  return !failed || wakes_spuriously_;
}

void refuse_wait_without_lock() {
  if (!on_model_thread()) refuse_outside_program("a wait at a condition variable is started");
  fail(FailureKind::kMisuse, "waits without holding the lock");
}

void at_thread_end(void (*act)(void*, void*), void* first, void* second) {
  if (!on_model_thread()) refuse_outside_program("a notification at thread exit is registered");
  const auto run = [](void* registered) {
    const ThreadEndCall end = *static_cast<ThreadEndCall*>(registered);
    delete static_cast<ThreadEndCall*>(registered);
    end.act(end.first, end.second);
  };
  abi::__cxa_thread_atexit(run, new ThreadEndCall{act, first, second}, nullptr);
}

}  // namespace mcheck::detail
