// SPDX-License-Identifier: MIT
// A deque as a doubly linked list, repaired: `poll_first` and `poll_last` take the lock that
// insertions take, so the node that they find is still the first (last) one when they claim it.
// Nodes live as long as the deque.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace samples {

class linked_deque {
 public:
  linked_deque() {
    head_.next.store(&tail_);
    tail_.previous.store(&head_);
  }
  linked_deque(const linked_deque&) = delete;
  linked_deque& operator=(const linked_deque&) = delete;

  void add_first(int item) {
    const std::lock_guard lock(guard_);
    link(item, &head_, head_.next.load());
  }

  void add_last(int item) {
    const std::lock_guard lock(guard_);
    link(item, tail_.previous.load(), &tail_);
  }

  std::optional<int> poll_first() {
    const std::lock_guard lock(guard_);
    for (node* at = head_.next.load(); at != &tail_; at = at->next.load()) {
      if (!at->claimed.exchange(true)) return at->item;
    }
    return std::nullopt;
  }

  std::optional<int> poll_last() {
    const std::lock_guard lock(guard_);
    for (node* at = tail_.previous.load(); at != &head_; at = at->previous.load()) {
      if (!at->claimed.exchange(true)) return at->item;
    }
    return std::nullopt;
  }

  std::optional<int> peek_last() const {
    const std::lock_guard lock(guard_);
    for (const node* at = tail_.previous.load(); at != &head_; at = at->previous.load()) {
      if (!at->claimed.load()) return at->item;
    }
    return std::nullopt;
  }

 private:
  struct node {
    int item = 0;
    std::atomic<bool> claimed{false};
    std::atomic<node*> next{nullptr};
    std::atomic<node*> previous{nullptr};
  };

  void link(int item, node* before, node* after) {
    nodes_.push_back(std::make_unique<node>());
    node* const fresh = nodes_.back().get();
    fresh->item = item;
    fresh->previous.store(before);
    fresh->next.store(after);
    before->next.store(fresh);
    after->previous.store(fresh);
  }

  node head_, tail_;
  mutable std::mutex guard_;
  std::vector<std::unique_ptr<node>> nodes_;
};

}  // namespace samples
