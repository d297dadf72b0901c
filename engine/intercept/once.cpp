// SPDX-License-Identifier: MIT
// pthread_once, which std::call_once stands on. A function that ends by an exception, or whose
// thread is cancelled meanwhile, has not been run: the next one to come runs it.
#include <pthread.h>

#include <cstdint>

#include "engine/intercept/inside.hpp"
#include "engine/intercept/overlay.hpp"
#include "engine/world/place.hpp"

extern "C" const char __executable_start;  // NOLINT(bugprone-reserved-identifier): the linker's
extern "C" const char _end;                // NOLINT(bugprone-reserved-identifier)

namespace mcheck {
namespace {

constexpr int kDone = 2;  // in memory and in the engine; only who runs the function writes it

ObjectId known(pthread_once_t* once) {
  State first;
  first.value = *once == kDone ? kDone : 0;
  return known_by_address(once, ObjectKind::kOnce, first);
}

// The unwinder asks with every exception whether it has prepared itself: that is the library's own
// affair, once it is done.
bool is_done_in_library(const pthread_once_t* once) {
  const auto address = reinterpret_cast<std::uintptr_t>(once);
  const bool in_executable = address - reinterpret_cast<std::uintptr_t>(&__executable_start) <
                             static_cast<std::uintptr_t>(&_end - &__executable_start);
  return *once == kDone && !in_executable && !in_world(once);
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
  if (!mcheck::inside()) {
    if (*once == mcheck::kDone) return 0;
    function();
    *once = mcheck::kDone;
    return 0;
  }
  if (mcheck::is_done_in_library(once)) return 0;
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
