// SPDX-License-Identifier: MIT
// Boost.Lockfree's stack with room for two: one thread puts two items, another takes one if it
// finds one. What was put last is taken first, and nothing is lost.
//
// Wrong form: boost_lockfree_stack_wrong.cpp.
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<2>> stack;
  std::thread producer([&] {
    for (const int item : {1, 2}) {
      const bool there_is_room = stack.push(item);
      assert(there_is_room);
    }
  });
  int first = 0;
  const bool taken = stack.pop(first);
  producer.join();

  int item = 0;
  int sum = taken ? first : 0;
  int previous = 3;
  while (stack.pop(item)) {
    assert(item < previous);
    previous = item;
    sum += item;
  }
  assert(sum == 3 && stack.empty());
}
