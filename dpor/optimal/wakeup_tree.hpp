// SPDX-License-Identifier: MIT
// Wakeup trees [AAJS14, JACM 2017, §6]: what is still to be explored from a prefix, as sequences
// that share their prefixes, in the order in which they will be explored.
//
// The search has one tree for each step of the execution in progress, so all trees share one pool:
// a tree is named by its root, and taking a branch makes the branch's end a root. A tree whose last
// branch was taken costs one node. Freed nodes are reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dpor/steps/action.hpp"

namespace mcheck {

class WakeupTrees {
 public:
  enum class Root : std::uint32_t {};

  // A tree that consists of its root.
  [[nodiscard]] Root create();
  void destroy(Root root);
  [[nodiscard]] bool empty(Root root) const { return nodes_[index(root)].first == kNoNode; }

  // The number of branches at the root.
  [[nodiscard]] std::size_t branch_count(Root root) const;

  // Adds a branch for the sequence, unless a leaf covers it: everything below that leaf will be
  // explored, and some continuation of the sequence is equivalent to one that begins like it.
  // Returns whether it was added.
  bool insert(Root root, std::span<const Action> sequence);

  // Takes the first branch out of the tree: its first step, and the subtree below it.
  struct Branch {
    Action action;
    Root subtree{};
  };
  // REQUIRES: !empty(root).
  [[nodiscard]] Branch take_first(Root root);

  // The number of nodes in the pool, in use or free: the largest number ever in use.
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  static constexpr std::uint32_t kNoNode = 0xffffffffu;
  struct Node {
    Action action;
    std::uint32_t first = kNoNode;  // child
    std::uint32_t next = kNoNode;   // sibling, or the next free node
  };

  static std::uint32_t index(Root root) { return static_cast<std::uint32_t>(root); }
  std::uint32_t make(const Action& action);
  void release(std::uint32_t node);
  [[nodiscard]] std::uint32_t matching_child(std::uint32_t parent);
  void append_remaining(std::uint32_t parent);

  std::vector<Node> nodes_;
  std::uint32_t free_ = kNoNode;
  std::vector<Action> remaining_;         // of the sequence being inserted
  std::vector<std::uint32_t> releasing_;  // a stack
};

}  // namespace mcheck
