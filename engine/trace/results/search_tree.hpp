// SPDX-License-Identifier: MIT
// The tree of a small search: a node for each choice, below the choices before it. A large tree is
// cut, because a picture of it would be useless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck {

inline constexpr std::size_t kMaxTreeNodes = 300;
// Additional nodes for the first failing execution.
inline constexpr std::size_t kMaxFailureNodes = 100;

struct TreeNode {
  int parent = -1;                 // an earlier node; -1 for the root, which is no choice
  std::string thread;              // the chosen thread
  std::string step;                // "lock a"
  std::uint32_t alternatives = 0;  // the number of alternatives here; 0 if there was no choice
  std::string end;  // how an execution ended here: "finished", "redundant", "deadlock"

  friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

// Of all executions, including those outside of the tree.
struct TreeStatistics {
  std::uint64_t executions = 0, failed = 0;
  std::uint64_t first_failed = 0;                     // its number, from 1; 0: none
  std::uint64_t least_choices = 0, most_choices = 0;  // in one execution
  std::uint64_t choices = 0, alternatives = 0;        // with several alternatives; these in all

  friend bool operator==(const TreeStatistics&, const TreeStatistics&) = default;
};

struct SearchTree {
  std::vector<TreeNode> nodes;
  TreeStatistics statistics;
  std::uint64_t left_out = 0;  // executions beyond the limit of nodes
  bool complete = false;       // everything outside of the tree is redundant

  friend bool operator==(const SearchTree&, const SearchTree&) = default;
};

// How executions end that do not fail.
inline constexpr const char* kTreeFinished = "finished";
inline constexpr const char* kTreeCutOff = "cut off";
inline constexpr const char* kTreeRedundant = "redundant";
inline constexpr const char* kTreeProbe = "probe";

[[nodiscard]] Json to_json(const SearchTree& tree);
[[nodiscard]] SearchTree search_tree_from_json(const Json& json);

}  // namespace mcheck
