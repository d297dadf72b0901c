// SPDX-License-Identifier: MIT
// Function-local statics. The C++ library's guards know one real thread, which to them is every
// thread of the program; so threads of the program use a once_flag of the engine, identified by the
// address of the guard's second byte.
//
// The first byte says that the static is initialised; compiled code reads it by itself before it
// calls anything here. Instrumented code reads it as an atomic of one byte, so it is written as
// one.
#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdint>

#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/runtime/process/libraries.hpp"

namespace mcheck {
namespace {

using Guard = abi::__guard;

std::uint8_t* first_byte(Guard* guard) { return reinterpret_cast<std::uint8_t*>(guard); }

Reply perform_on(Guard* guard, Kind kind) {
  constexpr Word kDone = 2;
  std::uint8_t* const byte = first_byte(guard);
  State first;
  first.value = *byte != 0 ? kDone : 0;
  return perform({.kind = kind, .object = identify_guard(byte + 1, first)});
}

// REQUIRES: unmodified().
void set_first_byte(Guard* guard) {
  std::uint8_t* const byte = first_byte(guard);
  const ObjectId atomic = identify_address(byte, {ObjectKind::kAtomic, sizeof *byte}, {});
  perform({.kind = Kind::kStore,
           .order = MemoryOrder::kRelease,
           .bytes = sizeof *byte,
           .object = atomic,
           .a = 1});
  *byte = 1;
}

template <class Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// A library's own statics are never restored once they are initialised: see libraries.hpp.
bool is_modelled(const Guard* guard) {
  return on_model_thread() && !(unmodified() && in_library(guard));
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

int __cxa_guard_acquire(mcheck::Guard* guard) {
  if (!mcheck::is_modelled(guard)) {
    return mcheck::original<int (*)(mcheck::Guard*)>("__cxa_guard_acquire")(guard);
  }
  // The byte's present value may depend on the schedule; the operation's result is ordered.
  if (!mcheck::unmodified() && *mcheck::first_byte(guard) != 0) return 0;
  return mcheck::perform_on(guard, mcheck::Kind::kOnceEnter).result == 1 ? 1 : 0;
}

void __cxa_guard_release(mcheck::Guard* guard) {
  if (!mcheck::is_modelled(guard)) {
    mcheck::original<void (*)(mcheck::Guard*)>("__cxa_guard_release")(guard);
    return;
  }
  if (mcheck::unmodified()) mcheck::set_first_byte(guard);
  mcheck::perform_on(guard, mcheck::Kind::kOnceDone);
  *mcheck::first_byte(guard) = 1;
}

void __cxa_guard_abort(mcheck::Guard* guard) {
  if (!mcheck::is_modelled(guard)) {
    mcheck::original<void (*)(mcheck::Guard*)>("__cxa_guard_abort")(guard);
    return;
  }
  mcheck::perform_on(guard, mcheck::Kind::kOnceFail);
}
}
// NOLINTEND(bugprone-reserved-identifier)
