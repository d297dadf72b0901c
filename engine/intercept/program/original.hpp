// SPDX-License-Identifier: MIT
// Functions of the C library that mcheck replaces for the program: whether the program calls, and
// how the engine's own calls and those of pass-through runs reach the C library.
#pragma once

#include <dlfcn.h>

#include "engine/memory/heap/allocation.hpp"

namespace mcheck {

// Whether code of the program runs, static initialisers included, and not the engine: both may call
// through the same function of a library.
inline bool in_program_code() { return get_current_heap() != nullptr; }

// The C library's own function of that name: original<decltype(nanosleep)>("nanosleep").
template <class Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace mcheck
