// SPDX-License-Identifier: MIT
// Runs a program in its own process and measures its cost.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace benchmarks {

struct Cost {
  double processor = 0;  // seconds, with all children that it waited for
  double elapsed = 0;    // seconds
  double peak = 0;       // bytes, of the largest process
  std::string output;    // on standard output

  // The last number with that name in a JSON report; 0 if there is none.
  [[nodiscard]] double number(const std::string& name) const;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

// Throws unless it exits with 0, 1 or 3: a search may find a bug, or be incomplete.
[[nodiscard]] Cost run(const std::vector<std::string>& words, const Environment& environment);

}  // namespace benchmarks
