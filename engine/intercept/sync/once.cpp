// SPDX-License-Identifier: MIT
// pthread_once, on which std::call_once is built. A function that ends by an exception, or whose
// thread is cancelled while it runs, does not count: the next thread that arrives runs it.
#include <pthread.h>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/runtime/process/libraries.hpp"

namespace mcheck {
namespace {

constexpr int kDone = 2;  // in memory and the engine; only the thread that runs it writes it

ObjectId once_object(pthread_once_t* once) {
  State first;
  first.value = *once == kDone ? kDone : 0;
  return identify_by_address(once, ObjectKind::kOnce, first);
}

// This is no operation: see libraries.hpp.
void run_once_in_library(pthread_once_t* once, void (*function)()) {
  if (*once == kDone) return;
  if (*once != kUnused) reject_call("enters a pthread_once() of a shared library in two threads");
  *once = kUsed;
  function();
  *once = kDone;
}

class Attempt {
 public:
  explicit Attempt(pthread_once_t* once) : once_flag_(once) {}
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    perform({.kind = done_ ? Kind::kOnceDone : Kind::kOnceFail, .object = once_object(once_flag_)});
  }

  void succeed() {
    *once_flag_ = kDone;
    done_ = true;
  }

 private:
  pthread_once_t* once_flag_;
  bool done_ = false;
};

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" int pthread_once(pthread_once_t* once, void (*function)()) {
  if (!mcheck::on_program_thread() || mcheck::in_library(once)) {
    mcheck::run_once_in_library(once, function);
    return 0;
  }
  if (mcheck::perform({.kind = mcheck::Kind::kOnceEnter, .object = mcheck::once_object(once)})
          .result == 0) {
    return 0;
  }
  mcheck::Attempt attempt(once);
  function();
  attempt.succeed();
  return 0;
}
// NOLINTEND
