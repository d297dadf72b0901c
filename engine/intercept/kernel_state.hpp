// SPDX-License-Identifier: MIT
// Calls that change what only the kernel knows, and that restoring memory cannot take back: they
// are announced, and then happen.
#pragma once

#include <dlfcn.h>

#include "engine/runtime/kernel_touch.hpp"

namespace mcheck {

// The C library's own function of that name.
template <class Function>
Function* library_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace mcheck

// Defines a function that does what the C library's does, once it was said that it is called.
#define MCHECK_TOUCHES(what, Result, name, parameters, arguments)        \
  Result name parameters noexcept(noexcept(name arguments)) {            \
    mcheck::touch_kernel({what, #name});                                 \
    return mcheck::library_function<Result parameters>(#name) arguments; \
  }
