// SPDX-License-Identifier: MIT
// A tree of a root and two counters, with a version that is odd while a thread changes it. `total`
// reads without the lock, and takes it only if the version has changed meanwhile. Repaired: `move`
// changes the version during a rebuild, too. Roots live as long as the tree.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace samples {

class versioned_tree {
 public:
  versioned_tree() { publish(5, 5); }
  versioned_tree(const versioned_tree&) = delete;
  versioned_tree& operator=(const versioned_tree&) = delete;

  // Takes the amount from the left counter and adds it to the right one.
  void move(int amount) {
    const std::lock_guard lock(guard_);
    ++version_;
    root_.load()->left -= amount;
    root_.load()->right += amount;
    ++version_;
  }

  // Replaces the root by a copy. Other threads can use the tree while one prepares that.
  void rebuild() {
    {
      const std::lock_guard lock(guard_);
      if (rebuilding_) return;
      rebuilding_ = true;
    }
    const std::lock_guard lock(guard_);
    ++version_;
    publish(root_.load()->left.load(), root_.load()->right.load());
    ++version_;
    rebuilding_ = false;
  }

  int total() const {
    const unsigned before = version_.load();
    if (before % 2 == 0) {
      const int sum = root_.load()->left.load() + root_.load()->right.load();
      if (version_.load() == before) return sum;
    }
    const std::lock_guard lock(guard_);
    return root_.load()->left.load() + root_.load()->right.load();
  }

  int right() const { return root_.load()->right.load(); }

 private:
  struct root {
    std::atomic<int> left;
    std::atomic<int> right;
  };

  void publish(int left, int right) {
    roots_.push_back(std::make_unique<root>());
    roots_.back()->left.store(left);
    roots_.back()->right.store(right);
    root_.store(roots_.back().get());
  }

  mutable std::mutex guard_;
  bool rebuilding_ = false;
  std::atomic<unsigned> version_{0};
  std::atomic<root*> root_{nullptr};
  std::vector<std::unique_ptr<root>> roots_;
};

}  // namespace samples
