// SPDX-License-Identifier: MIT
// A priority queue as a binary search tree below a sentinel, whose number is the largest int. The
// bug is in `take_lowest`: if another thread claims the lowest number first, it tries again at the
// parent, which may be the sentinel, and then returns the sentinel's number. Nodes live as long as
// the tree.
#pragma once

#include <array>
#include <atomic>
#include <climits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace samples {

class sentinel_tree {
 public:
  // False if the number was present.
  bool add(int number) {
    const std::lock_guard lock(guard_);
    if (number == INT_MAX) return false;
    node* parent = &sentinel_;
    while (node* const next = parent->child_towards(number).load()) {
      if (next->number == number) return next->claimed.exchange(false);
      parent = next;
    }
    nodes_.push_back(std::make_unique<node>());
    nodes_.back()->number = number;
    nodes_.back()->parent = parent;
    parent->child_towards(number).store(nodes_.back().get());
    return true;
  }

  // Removes and returns the lowest number; nothing if the tree is empty.
  std::optional<int> take_lowest() {
    node* at = lowest(sentinel_.children[0].load());
    if (at == nullptr) return std::nullopt;
    while (at->claimed.exchange(true)) at = at->parent;
    return at->number;
  }

 private:
  struct node {
    int number = INT_MAX;
    node* parent = nullptr;
    std::atomic<bool> claimed{false};
    std::array<std::atomic<node*>, 2> children{};

    std::atomic<node*>& child_towards(int other) { return children[number < other ? 1 : 0]; }
  };

  // The lowest number of the subtree that is not claimed; null if there is none.
  static node* lowest(node* at) {
    if (at == nullptr) return nullptr;
    if (node* const below = lowest(at->children[0].load())) return below;
    return at->claimed.load() ? lowest(at->children[1].load()) : at;
  }

  mutable std::mutex guard_;
  node sentinel_;
  std::vector<std::unique_ptr<node>> nodes_;
};

}  // namespace samples
