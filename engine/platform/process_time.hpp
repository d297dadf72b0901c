// SPDX-License-Identifier: MIT
// What this process has used of the processor, and how often it gave it up to wait for something. A
// process that other load keeps from running uses none, and does not wait: it is only not run.
// Asked of the system itself, past the C library, whose clocks may be the program's; also in a
// signal handler.
#pragma once

#include <cstdint>

namespace mcheck {

struct ProcessTime {
  double seconds = 0;       // of the processor, in the program and in the system for it
  std::uint64_t waits = 0;  // so often it could not go on, and slept
};

[[nodiscard]] ProcessTime process_time();

}  // namespace mcheck
