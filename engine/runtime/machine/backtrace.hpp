// SPDX-License-Identifier: MIT
// Return addresses, innermost first.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

using Backtrace = std::vector<std::uintptr_t>;

// The same, and the end of the stack when each of these functions made its call: the frame of the
// nth lies from there to where the next one's begins.
struct CallFrames {
  Backtrace calls;
  std::vector<std::uintptr_t> ends;

  friend auto operator<=>(const CallFrames&, const CallFrames&) = default;
};

// Of the calling function. Slow: microseconds.
[[nodiscard]] Backtrace backtrace_here();
[[nodiscard]] CallFrames frames_here();
// Up to the first call for which `is_last` holds.
[[nodiscard]] Backtrace calls_until(bool (*is_last)(std::uintptr_t call));

}  // namespace mcheck
