// SPDX-License-Identifier: MIT
// Model objects that are identified by the address of the program's data and by nothing else: what
// atomic_ref<T> refers to, and objects of unmodified programs. No detail::Object is stored with
// such data to hold the engine's id.
//
// All REQUIRE on_model_thread(). They perform no operation, so they are no scheduling points.
#pragma once

#include <mcheck/detail/object.hpp>

#include "engine/runtime/machine/perform.hpp"

namespace mcheck {

// The object registered for exactly this address; registered now, with its first state, if none is
// alive. `first` is the current content of memory: if it is not the value of the object that is
// alive, plain code has written since, or other data lies here now. Then that object has ended, and
// a new one begins.
ObjectId identify_address(const void* address, ObjectType type, const State& first,
                          const char* name = nullptr);

// The once_flag behind the guard of a function-local static, identified by this address.
ObjectId identify_guard(const void* address, const State& first);

// Whether the object there has ended, and none was created in its place.
[[nodiscard]] bool has_ended(const detail::Object& object);

// The object at this address ends: the next identify_address starts a new one. Does nothing if the
// address is not registered.
void retire_address(const void* address);

}  // namespace mcheck
