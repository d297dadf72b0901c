// SPDX-License-Identifier: MIT
// A queue with a lock for many producers and consumers. Each operation is correct, but empty() and
// take() are two operations, and another consumer may run in between.
//
// Two consumers both see the only item; the second finds nothing to take.
//
// Right form: locked_queue_right.cpp, where test and take are one operation.
#include <mcheck/mcheck.hpp>
#include <mutex>
#include <queue>
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
    mcheck::check(!items_.empty(), "there is an item to take");
    const int item = items_.front();
    items_.pop();
    return item;
  }

 private:
  mutable mcheck::mutex guard_{"guard"};
  std::queue<int> items_;  // protected by guard_
};

}  // namespace

MCHECK_PROGRAM(locked_queue, "N threads put, N take if there is something; argument: N") {
  const int n = mcheck::argument(0, 2);
  Queue queue;

  std::vector<mcheck::thread> threads;
  threads.reserve(2 * static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) threads.emplace_back([&, i] { queue.put(i); });
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&] {
      if (!queue.empty()) queue.take();
    });
  }
  for (mcheck::thread& thread : threads) thread.join();
}
