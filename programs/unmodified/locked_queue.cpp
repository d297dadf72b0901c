// SPDX-License-Identifier: MIT
// A queue with a lock for many producers and consumers. Each operation is correct, but empty() and
// take() are two operations, and another consumer may run in between.
//
// Two consumers both see the only item; the second finds nothing to take.
//
// The twin of programs/queues/locked_queue.cpp. Right form: locked_queue_right.cpp, where test and
// take are one operation.
#include <cassert>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace {

class Queue {
 public:
  void put(int item) {
    const std::lock_guard lock(guard_);
    items_.push(item);
  }

  [[nodiscard]] bool empty() const {
    const std::lock_guard lock(guard_);
    return items_.empty();
  }

  int take() {
    const std::lock_guard lock(guard_);
    assert(!items_.empty() && "there is an item to take");
    const int item = items_.front();
    items_.pop();
    return item;
  }

 private:
  mutable std::mutex guard_;
  std::queue<int> items_;  // protected by guard_
};

}  // namespace

int main() {
  const int n = 2;
  Queue queue;

  std::vector<std::thread> threads;
  threads.reserve(2 * static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) threads.emplace_back([&, i] { queue.put(i); });
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&] {
      if (!queue.empty()) queue.take();
    });
  }
  for (std::thread& thread : threads) thread.join();
}
