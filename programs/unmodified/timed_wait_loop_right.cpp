// SPDX-License-Identifier: MIT
// A queue whose reader polls with a timed wait until there is an item.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace {

class Queue {
 public:
  void push(int item) {
    {
      const std::lock_guard lock(mutex_);
      items_.push_back(item);
    }
    filled_.notify_one();
  }
  bool pop(int& item, std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    const auto end = std::chrono::steady_clock::now() + limit;
    while (items_.empty()) {
      if (filled_.wait_until(lock, end) == std::cv_status::timeout && items_.empty()) return false;
    }
    item = items_.front();
    items_.pop_front();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> items_;
};

}  // namespace

int main() {
  Queue queue;
  std::thread writer([&] {
    queue.push(7);
    queue.push(8);
  });
  int sum = 0;
  for (int got = 0; got < 2;) {
    int item = 0;
    if (!queue.pop(item, std::chrono::milliseconds(100))) continue;
    sum += item;
    ++got;
  }
  assert(sum == 15);
  writer.join();
}
