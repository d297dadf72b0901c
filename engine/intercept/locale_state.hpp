// SPDX-License-Identifier: MIT
// What setlocale() and setenv() write, and functions of several files read.
#pragma once

#include "engine/intercept/library_call.hpp"

namespace mcheck {

[[nodiscard]] const LibraryState& state_of_locale();
[[nodiscard]] const LibraryState& state_of_environment();

}  // namespace mcheck
