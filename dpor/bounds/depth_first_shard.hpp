// SPDX-License-Identifier: MIT
// A shard of a depth-first search as a line of text: the choices that lead to it, and how many
// alternatives of each belong to it.
//
//   5 0/2 3 1-2/4
//
// means: 5 steps without a choice; the first of 2 alternatives only; 3 steps without a choice; of 4
// alternatives the second now and the third later. `all` is the whole search. The numbers are
// indices of alternatives, which are the same in every process.
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
  std::uint32_t last = 0;          // the last alternative of this shard
  std::uint32_t alternatives = 1;  // within the bound, of all shards

  [[nodiscard]] bool is_open() const { return taken < last; }
};

using DepthFirstShard = std::vector<DepthFirstChoice>;

[[nodiscard]] std::string shard_text(const DepthFirstShard& shard);

// No value: the text is malformed.
[[nodiscard]] std::optional<DepthFirstShard> parse_depth_first_shard(std::string_view text);

}  // namespace mcheck
