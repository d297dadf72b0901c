// SPDX-License-Identifier: MIT
// Boost.Lockfree's queue in a class that keeps a plain count beside it: the queue is thread-safe,
// the count is not.
//
// Right form: boost_lockfree_queue.cpp.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

namespace {

class CountedQueue {
 public:
  void put(int item) {
    if (queue_.push(item)) ++count_;
  }

  bool try_take(int& item) {
    if (!queue_.pop(item)) return false;
    --count_;
    return true;
  }

  [[nodiscard]] int count() const { return count_; }

 private:
  boost::lockfree::queue<int, boost::lockfree::capacity<2>> queue_;
  int count_ = 0;
};

}  // namespace

int main() {
  CountedQueue queue;
  queue.put(1);
  std::thread producer([&] { queue.put(2); });
  int item = 0;
  queue.try_take(item);
  producer.join();
  assert(queue.count() == 1);
}
