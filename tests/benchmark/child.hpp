// SPDX-License-Identifier: MIT
// A program that runs in a process of its own, and what that took.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace benchmarks {

struct Cost {
  double processor = 0;  // seconds of it and of all that it has waited for
  double elapsed = 0;    // seconds
  double peak = 0;       // bytes, of the largest of its processes
  std::string said;      // on standard output

  // The number that stands last behind that name in a report in JSON; 0 if there is none.
  [[nodiscard]] double number(const std::string& name) const;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

// Throws unless it ends with 0, 1 or 3: a search may find a bug, or be incomplete.
[[nodiscard]] Cost run(const std::vector<std::string>& words, const Environment& environment);

}  // namespace benchmarks
