// SPDX-License-Identifier: MIT
// Atomics: waiting for a value, and what others do between a load and an exchange.
#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include "tests/schedules/orders/forms.hpp"

namespace {

// If the value is stored first, the thread does not find 0.
ORDER_TEST(atomic_wait_until_changed) {
  ORDERS("[waiting] -> storing");
  std::atomic<int> value{0};
  std::thread waiter([&] {
    assert(value == 0);
    EVENT("waiting", 0);
    value.wait(0);
    assert(value == 1);
  });
  EVENT("storing", 1);
  value = 1;
  value.notify_one();
  waiter.join();
}

// If main stores first, wait() returns at once; if it stores 2 too early, 1 is never seen.
ORDER_TEST(atomic_wait_twice) {
  ORDERS("[waiting] -> storing, [waiting_again] -> storing_again");
  std::atomic<int> value{0};
  std::thread waiter([&] {
    EVENT("waiting", 0);
    value.wait(0);
    assert(value == 1);
    EVENT("waiting_again", 1);
    value.wait(1);
    assert(value == 2);
  });
  EVENT("storing", 1);
  value = 1;
  value.notify_all();
  EVENT("storing_again", 2);
  value = 2;
  value.notify_all();
  waiter.join();
}

// If main clears the flag before, test_and_set() finds it clear.
ORDER_TEST(atomic_flag_as_a_lock) {
  ORDERS("set -> locking, [locking] -> clearing");
  std::atomic_flag flag;
  int value = 0;
  std::thread other([&] {
    EVENT("locking", 1);
    while (flag.test_and_set(std::memory_order_acquire)) flag.wait(true);
    assert(value == 1);
    flag.clear(std::memory_order_release);
  });
  while (flag.test_and_set(std::memory_order_acquire)) flag.wait(true);
  EVENT("set", 0);
  EVENT("clearing", 2);
  value = 1;
  flag.clear(std::memory_order_release);
  flag.notify_one();
  other.join();
}

// If the addition comes before the load, or after the exchange, the exchange succeeds.
ORDER_TEST(exchange_fails_after_interference) {
  ORDERS("loaded -> adding, added -> exchanging");
  std::atomic<int> value{0};
  std::thread other([&] {
    EVENT("adding", 1);
    ++value;
    EVENT("added", 1);
  });
  int expected = value;
  EVENT("loaded", 0);
  EVENT("exchanging", 2);
  assert(!value.compare_exchange_strong(expected, 10));
  assert(expected == 1);
  other.join();
}

// Two additions in two steps each, of which one is lost: both load before either stores.
ORDER_TEST(addition_is_lost) {
  ORDERS("loaded#2 -> storing");
  std::atomic<int> value{0};
  const auto add_one = [&] {
    const int seen = value;
    EVENT("loaded", 0);
    EVENT("storing", 1);
    value = seen + 1;
  };
  std::thread first(add_one);
  std::thread second(add_one);
  first.join();
  second.join();
  assert(value == 1);
}

// A stack of numbered nodes, without tags: pop() takes the next node that it has seen before.
class Stack {
 public:
  void push(int node) {
    next_[node] = top_.load();
    top_ = node;
  }
  template <class Meanwhile>
  int pop(Meanwhile meanwhile) {
    for (;;) {
      int node = top_;
      const int next = next_[node];
      meanwhile();
      if (top_.compare_exchange_strong(node, next)) return node;
    }
  }
  int top() const { return top_; }

 private:
  std::atomic<int> top_{0};
  std::array<std::atomic<int>, 4> next_{};
};

// The ABA problem: T1 takes 1 and 2, and puts 1 back; then main's exchange succeeds, and makes 2
// the top, which T1 has. If T1 comes earlier or later, the stack is right.
ORDER_TEST(stack_has_the_aba_problem) {
  ORDERS("seen -> changing, changed -> exchanging");
  Stack stack;
  stack.push(2);
  stack.push(1);
  std::thread other([&] {
    EVENT("changing", 1);
    assert(stack.pop([] {}) == 1);
    assert(stack.pop([] {}) == 2);
    stack.push(1);
    EVENT("changed", 1);
  });
  const int node = stack.pop([] {
    EVENT("seen", 0);
    EVENT("exchanging", 2);
  });
  assert(node == 1);
  assert(stack.top() == 2);
  other.join();
}

// Who exchanges later gets what the other one has left. (load() would be a data race in GCC 12.)
ORDER_TEST(atomic_shared_ptr_is_exchanged_in_turn) {
  ORDERS("exchanged -> exchanging");
  std::atomic<std::shared_ptr<const int>> current(std::make_shared<const int>(1));
  std::thread other([&] {
    assert(*current.exchange(std::make_shared<const int>(2)) == 1);
    EVENT("exchanged", 0);
  });
  EVENT("exchanging", 1);
  const std::shared_ptr<const int> got = current.exchange(std::make_shared<const int>(3));
  assert(*got == 2 && got.use_count() == 1);
  other.join();
}

// A version that is odd while the writer writes. If the writer is done, or has not begun, the first
// read() succeeds.
class VersionedPair {
 public:
  template <class Meanwhile>
  void write(int value, Meanwhile meanwhile) {
    ++version_;
    first_ = value;
    meanwhile();
    second_ = value;
    ++version_;
  }
  bool read(int& first, int& second) const {
    const unsigned before = version_;
    first = first_;
    second = second_;
    return before % 2 == 0 && version_ == before;
  }

 private:
  std::atomic<unsigned> version_{0};
  std::atomic<int> first_{0};
  std::atomic<int> second_{0};
};

ORDER_TEST(versioned_read_notices_a_writer) {
  ORDERS("half_written -> reading, read -> writing_on, written -> reading_again");
  VersionedPair pair;
  std::thread writer([&] {
    pair.write(1, [] {
      EVENT("half_written", 0);
      EVENT("writing_on", 2);
    });
    EVENT("written", 2);
  });
  int first = 0;
  int second = 0;
  EVENT("reading", 1);
  assert(!pair.read(first, second));
  assert(first == 1 && second == 0);
  EVENT("read", 1);
  EVENT("reading_again", 3);
  assert(pair.read(first, second));
  assert(first == 1 && second == 1);
  writer.join();
}

}  // namespace
