// SPDX-License-Identifier: MIT
// What a small search did, as a tree: a node for each choice that was taken, below the choices
// before it. Large ones are cut: a picture of more nodes tells nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck {

inline constexpr std::size_t kMostTreeNodes = 300;

struct TreeNode {
  int parent = -1;         // an earlier node; -1 for the first, at which nothing was chosen
  std::string thread;      // whose step was chosen
  std::string step;        // "lock a"
  std::uint32_t ways = 0;  // to go on from here; 0 where no choice was to be made
  std::string end;         // if an execution ended here, how: "finished", "redundant", "deadlock"

  friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

struct SearchTree {
  std::vector<TreeNode> nodes;
  std::uint64_t left_out = 0;  // executions that would have been too much
  bool complete = false;       // of what is not here, nothing needed to be run

  friend bool operator==(const SearchTree&, const SearchTree&) = default;
};

// How executions end that have not failed.
inline constexpr const char* kTreeFinished = "finished";
inline constexpr const char* kTreeCutOff = "cut off";
inline constexpr const char* kTreeRedundant = "redundant";
inline constexpr const char* kTreeProbe = "probe";

[[nodiscard]] Json to_json(const SearchTree& tree);
[[nodiscard]] SearchTree search_tree_from_json(const Json& json);

}  // namespace mcheck
