// SPDX-License-Identifier: MIT
// Function-local statics. The C++ library's guards know one real thread, which to them is every
// thread of the program at once; so threads of the program use a once_flag of the engine's, known
// by the guard's address. The guard's first byte, which compiled code reads by itself, is set as
// usual.
#include <dlfcn.h>

#include <cstdint>

#include "engine/runtime/perform.hpp"
#include "engine/runtime/perform_address.hpp"

namespace mcheck {
namespace {

void perform_on(const void* guard, Kind kind) {
  perform({.kind = kind, .object = identify_guard(guard)});
}

template <class Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

int __cxa_guard_acquire(std::uint64_t* guard) {
  if (!mcheck::on_model_thread()) {
    return mcheck::original<int (*)(std::uint64_t*)>("__cxa_guard_acquire")(guard);
  }
  if (*reinterpret_cast<const std::uint8_t*>(guard) != 0) return 0;
  const mcheck::ObjectId object = mcheck::identify_guard(guard);
  return mcheck::perform({.kind = mcheck::Kind::kOnceEnter, .object = object}).result == 1 ? 1 : 0;
}

void __cxa_guard_release(std::uint64_t* guard) {
  if (!mcheck::on_model_thread()) {
    mcheck::original<void (*)(std::uint64_t*)>("__cxa_guard_release")(guard);
    return;
  }
  mcheck::perform_on(guard, mcheck::Kind::kOnceDone);
  *reinterpret_cast<std::uint8_t*>(guard) = 1;
}

void __cxa_guard_abort(std::uint64_t* guard) {
  if (!mcheck::on_model_thread()) {
    mcheck::original<void (*)(std::uint64_t*)>("__cxa_guard_abort")(guard);
    return;
  }
  mcheck::perform_on(guard, mcheck::Kind::kOnceFail);
}
}
// NOLINTEND(bugprone-reserved-identifier)
