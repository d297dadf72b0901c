// SPDX-License-Identifier: MIT
// A set of numbers under two indexes: an ordered list, and a binary search tree. Repaired: readers
// take the lock under which `put` adds the number to both. Nodes live as long as the set.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace samples {

class two_index_tree {
 public:
  // False if the number was present.
  bool put(int number) {
    const std::lock_guard lock(guard_);
    if (find(number) != nullptr) return false;
    nodes_.push_back(std::make_unique<node>());
    node* const fresh = nodes_.back().get();
    fresh->number = number;
    put_into_list(fresh);
    put_into_tree(fresh);
    return true;
  }

  // The lowest number, by the list.
  std::optional<int> first() const {
    const std::lock_guard lock(guard_);
    const node* const lowest = list_.load();
    return lowest == nullptr ? std::nullopt : std::optional<int>(lowest->number);
  }

  // By the tree.
  bool contains(int number) const {
    const std::lock_guard lock(guard_);
    return find(number) != nullptr;
  }

 private:
  struct node {
    int number = 0;
    std::atomic<node*> next{nullptr};
    std::array<std::atomic<node*>, 2> children{};
  };

  const node* find(int number) const {
    const node* at = root_.load();
    while (at != nullptr && at->number != number) at = at->children[at->number < number].load();
    return at;
  }

  void put_into_list(node* fresh) {
    std::atomic<node*>* at = &list_;
    while (at->load() != nullptr && at->load()->number < fresh->number) at = &at->load()->next;
    fresh->next.store(at->load());
    at->store(fresh);
  }

  void put_into_tree(node* fresh) {
    std::atomic<node*>* at = &root_;
    while (at->load() != nullptr) at = &at->load()->children[at->load()->number < fresh->number];
    at->store(fresh);
  }

  mutable std::mutex guard_;
  std::atomic<node*> list_{nullptr};
  std::atomic<node*> root_{nullptr};
  std::vector<std::unique_ptr<node>> nodes_;
};

}  // namespace samples
