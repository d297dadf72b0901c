// SPDX-License-Identifier: MIT
// A queue whose `take` waits for an item. Safe. A test that takes more than it puts blocks in
// every order, which is no bug. A test with as many puts as takes blocks in no concurrent
// execution, although a sequential order that begins with `take` does.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>

namespace samples {

class blocking_queue {
 public:
  void put(int item) {
    {
      const std::lock_guard lock(guard_);
      items_.push_back(item);
    }
    arrived_.notify_one();
  }

  // REQUIRES: some thread puts an item; otherwise it waits forever.
  int take() {
    std::unique_lock lock(guard_);
    arrived_.wait(lock, [this] { return !items_.empty(); });
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex guard_;
  std::condition_variable arrived_;
  std::deque<int> items_;
};

}  // namespace samples
