// SPDX-License-Identifier: MIT
// Objects of the C library that are never the C library's here: their memory is used for what the
// engine keeps in a model object. A static initialiser leaves it zero, which is a model object that
// the engine does not know yet; so is one that is made anew where another has been.
#pragma once

#include <cstring>

#include <mcheck/detail/object.hpp>

#include "engine/intercept/inside.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/runtime/perform_address.hpp"

namespace mcheck {

// The model object in the first bytes of a pthread_mutex_t, pthread_cond_t and the like.
template <class Outer>
detail::Object& object_in(Outer* outer) {
  static_assert(sizeof(Outer) >= sizeof(detail::Object));
  static_assert(alignof(Outer) >= alignof(detail::Object));
  return *reinterpret_cast<detail::Object*>(outer);
}

// The whole memory of such an object as something of ours.
template <class Inner, class Outer>
Inner& overlaid(Outer* outer) {
  static_assert(sizeof(Outer) >= sizeof(Inner) && alignof(Outer) >= alignof(Inner));
  return *reinterpret_cast<Inner*>(outer);
}

// There is a new object, which nobody has used.
template <class Outer>
void make_anew(Outer* outer) {
  std::memset(reinterpret_cast<void*>(outer), 0, sizeof(Outer));
}

// It ends, as `end` says. What nobody has used yet is remembered to have ended, too.
template <class Object>
void end_overlaid(Object& object, void (*end)(Object&)) {
  if (object.id == 0) {
    object.id = detail::kEndedObject;
  } else if (object.id == detail::kEndedObject || has_ended(object)) {
    misuse("destroys an object that has been destroyed");
  } else {
    end(object);
  }
}

// Objects of four bytes (pthread_once_t, pthread_spinlock_t) have room for no id: they are known by
// their address, and hold 0 for as long as nobody has used them.
inline constexpr int kUnused = 0;
inline constexpr int kUsed = 1;
inline constexpr int kHasEnded = -1;  // and was not made anew

inline ObjectId known_by_address(volatile int* object, ObjectType type, const State& first) {
  const void* const address = const_cast<const int*>(object);
  if (*object == kHasEnded) misuse("uses an object that was destroyed");
  if (*object == kUnused) {
    retire_address(address);
    *object = kUsed;
  }
  return identify_address(address, type, first);
}

}  // namespace mcheck
