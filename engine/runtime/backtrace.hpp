// SPDX-License-Identifier: MIT
// Return addresses, innermost first: from where the running code was called.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

using Backtrace = std::vector<std::uintptr_t>;

// The same, and where the stack ended when each of these functions made its call: the frame of the
// nth lies from there to where the next one's begins.
struct CallFrames {
  Backtrace calls;
  std::vector<std::uintptr_t> ends;

  friend auto operator<=>(const CallFrames&, const CallFrames&) = default;
};

// Of the calling function. Slow: microseconds.
[[nodiscard]] Backtrace backtrace_here();
[[nodiscard]] CallFrames frames_here();

}  // namespace mcheck
