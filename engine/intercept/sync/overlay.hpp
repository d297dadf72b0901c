// SPDX-License-Identifier: MIT
// Objects of the C library whose memory the engine uses for a model object of its own. A static
// initialiser leaves the memory zero: a model object that the engine does not know yet. An object
// that is initialised again is zero as well.
#pragma once

#include <cstring>

#include <mcheck/detail/object.hpp>

#include "engine/intercept/program/program_call.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/perform_address.hpp"

namespace mcheck {

// The model object in the first bytes of a pthread_mutex_t, pthread_cond_t or similar object.
template <class Outer>
detail::Object& model_object(Outer* outer) {
  static_assert(sizeof(Outer) >= sizeof(detail::Object));
  static_assert(alignof(Outer) >= alignof(detail::Object));
  return *reinterpret_cast<detail::Object*>(outer);
}

// The whole memory of such an object as a type of the engine.
template <class Inner, class Outer>
Inner& overlaid(Outer* outer) {
  static_assert(sizeof(Outer) >= sizeof(Inner));
  static_assert(alignof(Outer) >= alignof(Inner));
  return *reinterpret_cast<Inner*>(outer);
}

// Makes it a new object that no thread has used.
template <class Outer>
void reset_object(Outer* outer) {
  std::memset(reinterpret_cast<void*>(outer), 0, sizeof(Outer));
}

// Destroys it by `end`. An object that was never used is marked as destroyed, too.
template <class Object>
void destroy_overlaid(Object& object, void (*end)(Object&)) {
  if (object.id == 0) {
    object.id = detail::kEndedObject;
  } else if (object.id == detail::kEndedObject || has_ended(object)) {
    report_misuse("destroys an object that has been destroyed");
  } else {
    end(object);
  }
}

// Objects of four bytes (pthread_once_t, pthread_spinlock_t) have no room for an id: they are
// identified by their address, and hold 0 until a thread uses them.
inline constexpr int kUnused = 0;
inline constexpr int kUsed = 1;
inline constexpr int kDestroyed = -1;  // and not initialised again

inline ObjectId identify_by_address(volatile int* object, ObjectType type, const State& first) {
  const void* const address = const_cast<const int*>(object);
  if (*object == kDestroyed) report_misuse("uses an object that was destroyed");
  if (*object == kUnused) {
    retire_address(address);
    *object = kUsed;
  }
  return identify_address(address, type, first);
}

}  // namespace mcheck
