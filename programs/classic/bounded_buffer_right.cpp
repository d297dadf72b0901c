// SPDX-License-Identifier: MIT
// Bounded buffer, repaired: producers and consumers wait on different condition variables, so that
// a notification always wakes a thread that can continue.
//
// Wrong form: bounded_buffer.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace {

class Buffer {
 public:
  void put() {
    std::unique_lock lock(guard_);
    while (items_ == 1) not_full_.wait(lock);
    items_ = items_ + 1;
    not_empty_.notify_one();
  }

  void take() {
    std::unique_lock lock(guard_);
    while (items_ == 0) not_empty_.wait(lock);
    items_ = items_ - 1;
    not_full_.notify_one();
  }

 private:
  mcheck::mutex guard_{"guard"};
  mcheck::condition_variable not_full_{"not_full"};
  mcheck::condition_variable not_empty_{"not_empty"};
  int items_ = 0;  // protected by guard_
};

}  // namespace

MCHECK_PROGRAM(bounded_buffer_right, "producers and consumers wait on one condition each") {
  Buffer buffer;
  mcheck::thread one([&] { buffer.take(); });
  mcheck::thread two([&] { buffer.take(); });
  buffer.put();
  buffer.put();
  one.join();
  two.join();
}
