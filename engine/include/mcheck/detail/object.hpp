// SPDX-License-Identifier: MIT
// What every model object carries: which object of the engine it stands for, and its name.
//
// An object made while a thread of the program runs is registered at once, named by that thread and
// a count. One that exists before (a global, constant-initialised as its standard twin is) is
// registered when it is first used, named by its place in the executable. Neither depends on the
// order in which threads happen to run.
#pragma once

#include <cstdint>

namespace mcheck::detail {

struct Object {
  constexpr explicit Object(const char* object_name = nullptr) : name(object_name) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::uint32_t id = 0;  // 0: the engine does not know it yet
  const char* name;      // as the program wrote it; null: named by kind and number
};

// The id of what ended before the engine knew it.
inline constexpr std::uint32_t kEndedObject = 0xffff'ffffu;

// Clears the stack below its caller, whose next call then finds no trace of earlier ones. A loop
// that polls can so be seen to come back to where it was in its first turn. Called where an
// operation starts that a loop may poll with, by code that is inlined into the caller.
void sweep_stack() noexcept;

}  // namespace mcheck::detail
