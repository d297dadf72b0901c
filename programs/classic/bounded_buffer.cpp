// SPDX-License-Identifier: MIT
// Bounded buffer with one condition variable too few: "not full" and "not empty" are one.
//
// A buffer of one place, two consumers. A consumer that takes an item notifies one waiter; that may
// be the other consumer, which finds nothing and sleeps again, while the producer that was meant
// sleeps on. Nobody is left to wake anybody.
//
// Right form: bounded_buffer_right.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace {

class Buffer {
 public:
  void put() {
    std::unique_lock lock(guard_);
    while (items_ == 1) changed_.wait(lock);
    items_ = items_ + 1;
    changed_.notify_one();
  }

  void take() {
    std::unique_lock lock(guard_);
    while (items_ == 0) changed_.wait(lock);
    items_ = items_ - 1;
    changed_.notify_one();
  }

 private:
  mcheck::mutex guard_{"guard"};
  mcheck::condition_variable changed_{"changed"};
  int items_ = 0;  // only ever touched under the guard
};

}  // namespace

MCHECK_PROGRAM(bounded_buffer, "producers and consumers wait on one condition variable") {
  Buffer buffer;
  mcheck::thread one([&] { buffer.take(); });
  mcheck::thread two([&] { buffer.take(); });
  buffer.put();
  buffer.put();
  one.join();
  two.join();
}
