// SPDX-License-Identifier: MIT
// Bounded buffer with one condition variable too few: "not full" and "not empty" share one.
//
// There is one slot for two consumers. A consumer that takes an item notifies one waiter. This may
// be the other consumer, which finds no item and waits again, while the producer stays asleep. No
// running thread is left to notify them.
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
  int items_ = 0;  // protected by guard_
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
