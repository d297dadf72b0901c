// SPDX-License-Identifier: MIT
// /dev/urandom and /dev/random are a file of random bytes that is the same in every execution. It
// ends after one megabyte.
#pragma once

#include <stdio.h>

namespace mcheck {

// Whether the path is one of these devices.
[[nodiscard]] bool is_random_device(const char* path);
// Whether a descriptor is, or was, that of one of them: closing it changes no kernel state that
// matters.
[[nodiscard]] bool is_random_descriptor(int file);
// Opens it again, at the beginning.
[[nodiscard]] int open_random_file(int flags);
[[nodiscard]] FILE* open_random_stream();

}  // namespace mcheck
