// SPDX-License-Identifier: MIT
// Boost.Lockfree's ring for one producer and one consumer, with room for one: push() fails if it is
// full, and items are taken in the order in which they were put.
//
// Wrong form: boost_lockfree_spsc_queue_wrong.cpp.
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<1>> queue;
  int put = 0;
  std::thread producer([&] {
    for (int i = 0; i < 2; ++i) {
      if (queue.push(put + 1)) ++put;
    }
  });
  int taken = 0;
  int item = 0;
  for (int i = 0; i < 2; ++i) {
    if (!queue.pop(item)) continue;
    ++taken;
    assert(item == taken);
  }
  producer.join();
  while (queue.pop(item)) {
    ++taken;
    assert(item == taken);
  }
  assert(put == taken && 1 <= put && put <= 2);
}
