// SPDX-License-Identifier: MIT
// Return addresses, innermost first: from where the running code was called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

using Backtrace = std::vector<std::uintptr_t>;

// Of the calling function. Slow: microseconds.
[[nodiscard]] Backtrace backtrace_here();

}  // namespace mcheck
