// SPDX-License-Identifier: MIT
// The processor time that this process has used, and how often it blocked. A process that does not
// run because of other load uses no time and does not block. Asks the kernel directly: the program
// may have replaced the clocks of the C library. Works in a signal handler.
#pragma once

#include <cstdint>

namespace mcheck {

struct ProcessTime {
  double seconds = 0;                    // user and system time
  std::uint64_t voluntary_switches = 0;  // context switches because it blocked
};

[[nodiscard]] ProcessTime process_time();

}  // namespace mcheck
