// SPDX-License-Identifier: MIT
// A queue with a lock for many producers and consumers, repaired: try_take() tests for an item and
// takes it under one lock.
//
// The twin of programs/queues/locked_queue_right.cpp. Wrong form: locked_queue.cpp.
#include <cassert>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <thread>
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
  std::mutex guard_;
  std::queue<int> items_;  // protected by guard_
};

}  // namespace

int main() {
  const int n = 2;
  Queue queue;
  std::vector<std::optional<int>> taken(static_cast<std::size_t>(n));  // by each consumer

  std::vector<std::thread> threads;
  threads.reserve(2 * taken.size());
  for (int i = 0; i < n; ++i) threads.emplace_back([&, i] { queue.put(i); });
  for (std::optional<int>& mine : taken) threads.emplace_back([&] { mine = queue.try_take(); });
  for (std::thread& thread : threads) thread.join();

  std::set<int> items;
  for (const std::optional<int>& item : taken) {
    if (!item) continue;
    const bool is_new = items.insert(*item).second;
    assert(is_new && "no item is taken twice");
  }
  for (std::optional<int> item = queue.try_take(); item; item = queue.try_take()) {
    const bool is_new = items.insert(*item).second;
    assert(is_new && "no item is taken twice");
  }
  assert(items.size() == taken.size() && "each item is taken");
}
