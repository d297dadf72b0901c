// SPDX-License-Identifier: MIT
// What setlocale() and setenv() write, and functions of several files read.
#pragma once

#include "engine/intercept/library_call.hpp"

extern "C" const mcheck::LibraryState mcheck_state_of_locale;
extern "C" const mcheck::LibraryState mcheck_state_of_environment;

namespace mcheck {
inline const LibraryState& state_of_locale = mcheck_state_of_locale;
inline const LibraryState& state_of_environment = mcheck_state_of_environment;
}  // namespace mcheck
