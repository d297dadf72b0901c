// SPDX-License-Identifier: MIT
// Model objects that are known by where the program's data lies and by nothing else: what
// atomic_ref<T> refers to, and any plain memory that a later door watches. There is no
// detail::Object beside such data to keep the engine's id in.
//
// Both REQUIRE on_model_thread(). They touch no object, so they are no scheduling points.
#pragma once

#include <mcheck/detail/object.hpp>

#include "engine/runtime/perform.hpp"

namespace mcheck {

// The object registered for exactly this address; registered now, with its first state, if there is
// none that is alive. `first` is what the memory says now: where it is not the value of the object
// that is alive, plain code has written since, or other data lies here now. That object has ended,
// and a new one starts.
ObjectId identify_address(const void* address, ObjectType type, const State& first,
                          const char* name = nullptr);

// The once_flag behind the guard of a function-local static, known by this address.
ObjectId identify_guard(const void* address, const State& first);

// Whether the object there is known to have ended, and none was made in its place.
[[nodiscard]] bool has_ended(const detail::Object& object);

// What is at this address ends: the next identify_address starts a new object. Does nothing where
// the address is not known.
void retire_address(const void* address);

}  // namespace mcheck
