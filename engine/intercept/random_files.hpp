// SPDX-License-Identifier: MIT
// /dev/urandom and /dev/random are a file of random bytes that is the same in every execution. It
// ends after a megabyte.
#pragma once

#include <stdio.h>

namespace mcheck {

// Whether the program asks for one of them.
[[nodiscard]] bool is_random(const char* path);
// Whether a descriptor is, or was, that of one of them: to close it changes nothing.
[[nodiscard]] bool was_random(int file);
// Opened anew, to be read from the beginning.
[[nodiscard]] int open_random(int flags);
[[nodiscard]] FILE* open_random_stream();

}  // namespace mcheck
