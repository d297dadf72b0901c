// SPDX-License-Identifier: MIT
// The part that all model objects share: the id of the engine's object, and the name.
//
// An object made while a thread of the program runs is registered at once, identified by that
// thread and a count. An object that exists before (a global, constant-initialised like its
// standard counterpart) is registered at its first use, identified by its offset in the executable.
// Neither depends on the order in which threads run.
#pragma once

#include <cstdint>

namespace mcheck::detail {

struct Object {
  constexpr explicit Object(const char* object_name = nullptr) : name(object_name) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::uint32_t id = 0;  // 0: not registered yet
  const char* name;      // from the program; null: named by kind and number
};

// The id of an object that ended before it was registered.
inline constexpr std::uint32_t kEndedObject = 0xffff'ffffu;

// Clears the stack below the caller's frame, so that the next call finds no traces of earlier ones.
// Otherwise the first iteration of a spin loop would not equal the second. Called where an
// operation starts that a loop can spin with, by code that is inlined into the caller.
void clear_stack() noexcept;

}  // namespace mcheck::detail
