// SPDX-License-Identifier: MIT
// Boost.Lockfree: its queue, its stack, and its queue for one producer and one consumer.
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>
#include <string>
#include <thread>

#include "tests/schedules/orders/forms.hpp"

namespace {

template <class Container>
std::string pop_all(Container& container) {
  std::string items;
  for (char item = 0; container.pop(item);) items += item;
  return items;
}

using Queue = boost::lockfree::queue<char, boost::lockfree::capacity<2>>;
using BoundedStack = boost::lockfree::stack<char, boost::lockfree::capacity<2>>;
using Ring = boost::lockfree::spsc_queue<char, boost::lockfree::capacity<2>>;

// First in, first out. If main pushes first, it is "ba".
ORDER_TEST(boost_queue_is_first_in_first_out) {
  ORDERS("pushed -> pushing");
  Queue queue;
  std::thread other([&] {
    queue.push('a');
    EVENT("pushed", 0);
  });
  EVENT("pushing", 1);
  queue.push('b');
  other.join();
  assert(pop_all(queue) == "ab");
}

// Last in, first out. If main pushes first, it is "ab".
ORDER_TEST(boost_stack_is_last_in_first_out) {
  ORDERS("pushed -> pushing");
  BoundedStack stack;
  std::thread other([&] {
    stack.push('a');
    EVENT("pushed", 0);
  });
  EVENT("pushing", 1);
  stack.push('b');
  other.join();
  assert(pop_all(stack) == "ba");
}

// If T1 pops before the first push(), or after the second, the results are others.
ORDER_TEST(boost_queue_is_full) {
  ORDERS("failed -> popping, popped -> pushing_again");
  Queue queue;
  queue.push('a');
  queue.push('b');
  std::thread consumer([&] {
    EVENT("popping", 1);
    char item = 0;
    assert(queue.pop(item) && item == 'a');
    EVENT("popped", 1);
  });
  assert(!queue.bounded_push('c'));
  EVENT("failed", 0);
  EVENT("pushing_again", 2);
  assert(queue.bounded_push('d'));
  consumer.join();
  assert(pop_all(queue) == "bd");
}

// If T1 pushes before the first pop(), or after the second.
ORDER_TEST(boost_stack_is_empty) {
  ORDERS("failed -> pushing, pushed -> popping_again");
  BoundedStack stack;
  std::thread producer([&] {
    EVENT("pushing", 1);
    stack.push('a');
    EVENT("pushed", 1);
  });
  char item = 0;
  assert(!stack.pop(item));
  EVENT("failed", 0);
  EVENT("popping_again", 2);
  assert(stack.pop(item) && item == 'a');
  producer.join();
}

// If the consumer comes between the two push(), it finds "a" alone.
ORDER_TEST(boost_ring_keeps_the_order) {
  ORDERS("pushed#2 -> popping");
  Ring ring;
  std::thread producer([&] {
    for (const char item : {'a', 'b'}) {
      assert(ring.push(item));
      EVENT("pushed", 0);
    }
  });
  EVENT("popping", 1);
  assert(pop_all(ring) == "ab");
  producer.join();
}

// If the consumer is faster, there is room.
ORDER_TEST(boost_ring_is_full) {
  ORDERS("failed -> popping, popped -> pushing_again");
  Ring ring;
  ring.push('a');
  ring.push('b');
  std::thread consumer([&] {
    EVENT("popping", 1);
    char item = 0;
    assert(ring.pop(item) && item == 'a');
    EVENT("popped", 1);
  });
  assert(!ring.push('c'));
  EVENT("failed", 0);
  EVENT("pushing_again", 2);
  assert(ring.push('d'));
  consumer.join();
  assert(pop_all(ring) == "bd");
}

}  // namespace
