// SPDX-License-Identifier: MIT
// Boost.Lockfree's queue with room for two: one thread puts two items, another takes what it finds.
// First in, first out, and items that are not taken at once are there at the end.
//
// Wrong form: boost_lockfree_queue_wrong.cpp.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int, boost::lockfree::capacity<2>> queue;
  std::thread producer([&] {
    for (int item = 1; item <= 2; ++item) {
      const bool there_is_room = queue.push(item);
      assert(there_is_room);
    }
  });
  int taken = 0;
  int item = 0;
  if (queue.pop(item)) {
    ++taken;
    assert(item == taken);
  }
  producer.join();
  while (queue.pop(item)) {
    ++taken;
    assert(item == taken);
  }
  assert(taken == 2 && queue.empty());
}
