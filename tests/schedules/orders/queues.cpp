// SPDX-License-Identifier: MIT
// Queues that block, with and without a limit. waits() tells whether a thread has had to wait.
#include <atomic>
#include <thread>

#include "tests/schedules/orders/blocking_queue.hpp"
#include "tests/schedules/orders/forms.hpp"

namespace {

// If the item is put first, take() does not wait.
ORDER_TEST(take_waits_for_put) {
  ORDERS("[taking] -> putting");
  BlockingQueue<int> queue;
  std::thread taker([&] {
    EVENT("taking", 0);
    assert(queue.take() == 7);
  });
  EVENT("putting", 1);
  queue.put(7);
  taker.join();
  assert(queue.waits() == 1);
}

// If take() comes first, it waits.
ORDER_TEST(take_after_put_does_not_wait) {
  ORDERS("put -> taking");
  BlockingQueue<int> queue;
  std::thread taker([&] {
    EVENT("taking", 1);
    assert(queue.take() == 7);
  });
  queue.put(7);
  EVENT("put", 0);
  taker.join();
  assert(queue.waits() == 0);
}

// If the first item is taken before the second is put, put() does not wait.
ORDER_TEST(put_waits_while_full) {
  ORDERS("[putting] -> taking");
  BlockingQueue<int> queue(1);
  std::thread putter([&] {
    queue.put(1);
    EVENT("putting", 0);
    queue.put(2);
  });
  EVENT("taking", 1);
  assert(queue.take() == 1);
  putter.join();
  assert(queue.take() == 2);
  assert(queue.waits() == 1);
}

// If put() comes first, poll() finds the item; if it comes last, the second poll() finds nothing.
ORDER_TEST(poll_does_not_wait) {
  ORDERS("polled -> putting, put -> polling_again");
  BlockingQueue<int> queue;
  std::thread putter([&] {
    EVENT("putting", 1);
    queue.put(7);
    EVENT("put", 1);
  });
  assert(!queue.poll());
  EVENT("polled", 0);
  EVENT("polling_again", 2);
  assert(queue.poll() == 7);
  putter.join();
}

// If take() comes before the first offer(), or after the second.
ORDER_TEST(offer_fails_while_full) {
  ORDERS("offered -> taking, took -> offering_again");
  BlockingQueue<int> queue(1);
  assert(queue.offer(1));
  std::thread taker([&] {
    EVENT("taking", 1);
    assert(queue.take() == 1);
    EVENT("took", 1);
  });
  assert(!queue.offer(2));
  EVENT("offered", 0);
  EVENT("offering_again", 2);
  assert(queue.offer(3));
  taker.join();
  assert(queue.take() == 3);
}

// If take() comes before peek(), or the second put().
ORDER_TEST(peek_leaves_the_item) {
  ORDERS("put -> peeking, peeked -> taking");
  BlockingQueue<int> queue;
  std::thread taker([&] {
    EVENT("taking", 2);
    assert(queue.poll() == 7);
  });
  std::thread putter([&] {
    queue.put(7);
    EVENT("put", 0);
  });
  EVENT("peeking", 1);
  assert(queue.peek() == 7);
  assert(queue.size() == 1);
  EVENT("peeked", 1);
  putter.join();
  taker.join();
  assert(!queue.peek());
}

// If drain() comes before one of the two put().
ORDER_TEST(drain_takes_the_items_of_both_producers) {
  ORDERS("put#2 -> draining");
  BlockingQueue<int> queue;
  const auto produce = [&](int item) {
    queue.put(item);
    EVENT("put", 0);
  };
  std::thread first(produce, 1);
  std::thread second(produce, 2);
  EVENT("draining", 1);
  assert(queue.drain().size() == 2);
  assert(queue.size() == 0);
  first.join();
  second.join();
}

// If drain() comes before the second put(), put() does not wait.
ORDER_TEST(drain_wakes_a_producer) {
  ORDERS("[putting] -> draining");
  BlockingQueue<int> queue(1);
  queue.put(1);
  std::thread producer([&] {
    EVENT("putting", 0);
    queue.put(2);
  });
  EVENT("draining", 1);
  assert(queue.drain().size() == 1);
  producer.join();
  assert(queue.waits() == 1);
  assert(queue.size() == 1);
}

// If close() comes first, take() does not wait.
ORDER_TEST(close_wakes_a_consumer) {
  ORDERS("[taking] -> closing");
  BlockingQueue<int> queue;
  std::thread consumer([&] {
    EVENT("taking", 0);
    assert(!queue.take());
  });
  EVENT("closing", 1);
  queue.close();
  consumer.join();
  assert(queue.waits() == 1);
}

// If close() comes first, put() does not wait.
ORDER_TEST(close_wakes_a_producer) {
  ORDERS("[putting] -> closing");
  BlockingQueue<int> queue(1);
  queue.put(1);
  std::thread producer([&] {
    EVENT("putting", 0);
    assert(!queue.put(2));
  });
  EVENT("closing", 1);
  queue.close();
  producer.join();
  assert(queue.waits() == 1);
  assert(queue.take() == 1);
}

// If take() comes before put(), it waits; if close() comes before put(), the item is lost.
ORDER_TEST(items_can_be_taken_after_close) {
  ORDERS("put -> closing, closed -> taking");
  BlockingQueue<int> queue;
  std::thread consumer([&] {
    EVENT("taking", 2);
    assert(queue.take() == 7);
    assert(!queue.take());
  });
  std::thread closer([&] {
    EVENT("closing", 1);
    queue.close();
    EVENT("closed", 1);
  });
  assert(queue.put(7));
  EVENT("put", 0);
  closer.join();
  consumer.join();
  assert(queue.waits() == 0);
}

// Each item wakes one consumer. If a consumer comes later, fewer wait.
ORDER_TEST(each_put_wakes_one_consumer) {
  ORDERS("[first_taking] -> second_taking, [second_taking] -> putting, took -> putting_again");
  BlockingQueue<int> queue;
  std::atomic<int> sum{0};
  std::thread first([&] {
    EVENT("first_taking", 0);
    sum += *queue.take();
    EVENT("took", 2);
  });
  std::thread second([&] {
    EVENT("second_taking", 1);
    sum += *queue.take();
    EVENT("took", 2);
  });
  EVENT("putting", 2);
  queue.put(1);
  EVENT("putting_again", 3);
  assert(sum == 1);
  queue.put(2);
  first.join();
  second.join();
  assert(sum == 3);
  assert(queue.waits() == 2);
}

}  // namespace
