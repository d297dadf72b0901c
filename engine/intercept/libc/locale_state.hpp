// SPDX-License-Identifier: MIT
// State that setlocale() and setenv() write, and that functions in several files read.
#pragma once

#include "engine/intercept/libc/library_call.hpp"

namespace mcheck {

[[nodiscard]] const LibraryState& state_of_locale();
[[nodiscard]] const LibraryState& state_of_environment();

}  // namespace mcheck
