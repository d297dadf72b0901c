// SPDX-License-Identifier: MIT
// Of the calls of one line, those at which a thread comes to the line: it has reached none of the
// others since it came from elsewhere. The two results of `? :` are two ways into a line, and so
// are the beginning of a loop and its next iteration.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

namespace mcheck {

struct LineCode {
  unsigned char* begin = nullptr;  // of the function
  std::size_t size = 0;
  std::set<unsigned char*> calls;        // of the line
  std::set<unsigned char*> other_calls;  // of other lines
};

// In the order of their addresses.
[[nodiscard]] std::vector<unsigned char*> entries_of_line(const LineCode& code);

}  // namespace mcheck
