// SPDX-License-Identifier: MIT
// Boost.Lockfree's ring for one producer, used by two: both find the same place free, and write to
// it at the same time; one item is lost.
//
// Right form: boost_lockfree_spsc_queue.cpp.
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  std::thread other([&] { queue.push(1); });
  queue.push(2);
  other.join();
  int sum = 0;
  int item = 0;
  while (queue.pop(item)) sum += item;
  assert(sum == 3);
}
