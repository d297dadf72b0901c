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

}  // namespace mcheck::detail
