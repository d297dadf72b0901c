// SPDX-License-Identifier: MIT
// A small search as a tree from left to right: its branch points, the failed executions, and the
// alternatives that were not run because other executions cover them. One box holds the steps
// between two branch points.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/trace/results/search_tree.hpp"

namespace mcheck {

struct TreeBox {
  int parent = -1;                 // an earlier box
  std::vector<std::string> lines;  // "T1: load x: 0, store x: 0 → 1"
  std::string thread;              // if all steps belong to one thread; else ""
  std::string end;                 // how the execution ended here; "" if none did
  std::uint32_t not_run = 0;       // alternatives within the box that were not taken
  bool fails = false;              // here or in a descendant

  [[nodiscard]] bool ends_in_failure() const;
};

[[nodiscard]] std::vector<TreeBox> boxes_of(const SearchTree& tree);

// The threads: main, then the others in the order of their first steps.
[[nodiscard]] std::vector<std::string> threads_of(const SearchTree& tree);

// "12 executions: 11 finished, 1 failed; all there are", "40 of 1,200 executions: …"
[[nodiscard]] std::string tree_summary(const SearchTree& tree);
// ". All 1,200: 20 to 31 choices deep, 2.1 ways at …": of a search that is too large for the tree.
[[nodiscard]] std::string tree_statistics_text(const SearchTree& tree);
// "3 alternatives not run": what is missing after the box.
[[nodiscard]] std::string missing_alternatives_text(const SearchTree& tree, const TreeBox& box);

[[nodiscard]] std::string search_graph(const SearchTree& tree, const std::string& title);

}  // namespace mcheck
