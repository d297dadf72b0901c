// SPDX-License-Identifier: MIT
// A part of a depth-first search as a line of text: the choices that lead to it, and how far each
// may still go.
//
//   5 0/2 3 1-2/4
//
// is: 5 steps without a choice; of 2 ways the first, and no other; 3 steps without a choice; of 4
// ways the second now and the third later. `all` is the whole search. Ways are numbers of
// alternatives, which mean the same in every process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

// One step of an execution.
struct DepthFirstChoice {
  std::uint32_t taken = 0;
  std::uint32_t last = 0;  // the last way that is ours to take
  std::uint32_t ways = 1;  // all within the bound, whoever takes them

  [[nodiscard]] bool is_open() const { return taken < last; }
};

using DepthFirstPart = std::vector<DepthFirstChoice>;

[[nodiscard]] std::string part_text(const DepthFirstPart& part);

// No value: that is no such text.
[[nodiscard]] std::optional<DepthFirstPart> parse_depth_first_part(std::string_view text);

}  // namespace mcheck
