// SPDX-License-Identifier: MIT
// A queue with a lock for many producers and consumers, repaired: try_take() tests for an item and
// takes it under one lock.
//
// Wrong form: locked_queue.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <vector>

namespace {

class Queue {
 public:
  void put(int item) {
    const std::lock_guard lock(guard_);
    items_.push(item);
  }

  std::optional<int> try_take() {
    const std::lock_guard lock(guard_);
    if (items_.empty()) return std::nullopt;
    const int item = items_.front();
    items_.pop();
    return item;
  }

 private:
  mcheck::mutex guard_{"guard"};
  std::queue<int> items_;  // protected by guard_
};

}  // namespace

MCHECK_PROGRAM(locked_queue_right, "N threads put, N take if there is something; argument: N") {
  const int n = mcheck::argument(0, 2);
  Queue queue;
  std::vector<std::optional<int>> taken(static_cast<std::size_t>(n));  // by each consumer

  std::vector<mcheck::thread> threads;
  threads.reserve(2 * taken.size());
  for (int i = 0; i < n; ++i) threads.emplace_back([&, i] { queue.put(i); });
  for (std::optional<int>& mine : taken) threads.emplace_back([&] { mine = queue.try_take(); });
  for (mcheck::thread& thread : threads) thread.join();

  std::set<int> items;
  for (const std::optional<int>& item : taken) {
    mcheck::check(!item || items.insert(*item).second, "no item is taken twice");
  }
  for (std::optional<int> item = queue.try_take(); item; item = queue.try_take()) {
    mcheck::check(items.insert(*item).second, "no item is taken twice");
  }
  mcheck::check(items.size() == taken.size(), "each item is taken");
}
