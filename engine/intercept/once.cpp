// SPDX-License-Identifier: MIT
// pthread_once, on which std::call_once is built. A function that ends by an exception, or whose
// thread is cancelled while it runs, does not count: the next thread that arrives runs it.
#include <pthread.h>

#include "engine/intercept/inside.hpp"
#include "engine/intercept/overlay.hpp"
#include "engine/runtime/libraries.hpp"

namespace mcheck {
namespace {

constexpr int kDone = 2;  // in memory and the engine; only the thread that runs it writes it

ObjectId known(pthread_once_t* once) {
  State first;
  first.value = *once == kDone ? kDone : 0;
  return known_by_address(once, ObjectKind::kOnce, first);
}

// This is no operation: see libraries.hpp.
void run_once_in_library(pthread_once_t* once, void (*function)()) {
  if (*once == kDone) return;
  if (*once != kUnused) refuse_call("enters a pthread_once() of a shared library in two threads");
  *once = kUsed;
  function();
  *once = kDone;
}

class Attempt {
 public:
  explicit Attempt(pthread_once_t* once) : once_(once) {}
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    perform({.kind = done_ ? Kind::kOnceDone : Kind::kOnceFail, .object = known(once_)});
  }

  void succeed() {
    *once_ = kDone;
    done_ = true;
  }

 private:
  pthread_once_t* once_;
  bool done_ = false;
};

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" int pthread_once(pthread_once_t* once, void (*function)()) {
  if (!mcheck::inside() || mcheck::in_library(once)) {
    mcheck::run_once_in_library(once, function);
    return 0;
  }
  if (mcheck::perform({.kind = mcheck::Kind::kOnceEnter, .object = mcheck::known(once)}).result ==
      0) {
    return 0;
  }
  mcheck::Attempt attempt(once);
  function();
  attempt.succeed();
  return 0;
}
// NOLINTEND
