// SPDX-License-Identifier: MIT
// Calls that change state that only the kernel has, and that restoring memory does not undo: they
// are announced before they are made.
#pragma once

#include <dlfcn.h>

#include "engine/runtime/isolation/kernel_effect.hpp"

namespace mcheck {

// The C library's own function of that name.
template <class Function>
Function* library_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace mcheck

// Defines a function that announces the call and then does what the C library's function does.
// NOLINTBEGIN(bugprone-macro-parentheses): types and lists of parameters
#define MCHECK_KERNEL_CALL(what, Result, name, parameters, arguments)    \
  Result name parameters noexcept(noexcept(name arguments)) {            \
    mcheck::note_kernel_effect({(what), #name});                         \
    return mcheck::library_function<Result parameters>(#name) arguments; \
  }
// NOLINTEND(bugprone-macro-parentheses)
