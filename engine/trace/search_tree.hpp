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
// So many more for the first execution that fails.
inline constexpr std::size_t kMostFailureNodes = 100;

struct TreeNode {
  int parent = -1;         // an earlier node; -1 for the first, at which nothing was chosen
  std::string thread;      // whose step was chosen
  std::string step;        // "lock a"
  std::uint32_t ways = 0;  // to go on from here; 0 where no choice was to be made
  std::string end;         // if an execution ended here, how: "finished", "redundant", "deadlock"

  friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

// Of all executions, those that are no part of the tree included.
struct TreeStatistics {
  std::uint64_t executions = 0, failed = 0;
  std::uint64_t first_failed = 0;                     // its number, from 1; 0: none
  std::uint64_t least_choices = 0, most_choices = 0;  // in one execution
  std::uint64_t choices = 0, ways = 0;                // where there were several ways, and how many

  friend bool operator==(const TreeStatistics&, const TreeStatistics&) = default;
};

struct SearchTree {
  std::vector<TreeNode> nodes;
  TreeStatistics statistics;
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
