// SPDX-License-Identifier: MIT
// A set of numbers as a radix tree: an inner node has a bit and two children, a leaf has a number.
// The bug is in `remove`: it reads the sibling of the leaf before it takes the lock, and under the
// lock replaces the parent by that sibling. If `add` has put an inner node in the sibling's place
// meanwhile, the number that was added is lost. Nodes live as long as the tree.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace samples {

class radix_tree {
 public:
  // False if the number was present. Numbers are taken modulo 8.
  bool add(unsigned number) {
    number %= 8;
    const std::lock_guard lock(guard_);
    node* const nearest = leaf_near(number);
    if (nearest != nullptr && nearest->number == number) return false;
    node* const leaf = make(kLeaf, number);
    if (nearest == nullptr) {
      root_.store(leaf);
      return true;
    }
    int differing = 2;
    while (side(nearest->number, differing) == side(number, differing)) --differing;
    link* at = &root_;
    while (at->load()->bit > differing) at = &at->load()->children[side(number, at->load()->bit)];
    node* const inner = make(differing, 0);
    inner->children[side(number, differing)].store(leaf);
    inner->children[1 - side(number, differing)].store(at->load());
    at->store(inner);
    return true;
  }

  // False if the number was absent.
  bool remove(unsigned number) {
    number %= 8;
    while (true) {
      link* above = nullptr;
      link* at = &root_;
      node* parent = nullptr;
      node* leaf = root_.load();
      while (leaf != nullptr && leaf->bit != kLeaf) {
        parent = leaf;
        above = at;
        at = &parent->children[side(number, parent->bit)];
        leaf = at->load();
      }
      if (leaf == nullptr || leaf->number != number) return false;
      node* sibling = nullptr;
      if (parent != nullptr) sibling = parent->children[1 - side(number, parent->bit)].load();
      const std::lock_guard lock(guard_);
      if (at->load() != leaf || (above != nullptr && above->load() != parent)) continue;
      (above == nullptr ? at : above)->store(sibling);
      return true;
    }
  }

  bool contains(unsigned number) const {
    const std::lock_guard lock(guard_);
    const node* const nearest = leaf_near(number % 8);
    return nearest != nullptr && nearest->number == number % 8;
  }

 private:
  struct node;
  using link = std::atomic<node*>;
  static constexpr int kLeaf = -1;

  struct node {
    int bit;
    unsigned number;
    std::array<link, 2> children{};
  };

  static unsigned side(unsigned number, int bit) { return number >> bit & 1; }

  node* make(int bit, unsigned number) {
    nodes_.push_back(std::make_unique<node>());
    nodes_.back()->bit = bit;
    nodes_.back()->number = number;
    return nodes_.back().get();
  }

  // The leaf at which a search for the number ends; null if the tree is empty.
  node* leaf_near(unsigned number) const {
    node* at = root_.load();
    while (at != nullptr && at->bit != kLeaf) at = at->children[side(number, at->bit)].load();
    return at;
  }

  mutable std::mutex guard_;
  link root_{nullptr};
  std::vector<std::unique_ptr<node>> nodes_;
};

}  // namespace samples
