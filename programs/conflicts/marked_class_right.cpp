// SPDX-License-Identifier: MIT
// Like marked_class.cpp, with a lock around the write and the concurrent read; reads alone need
// no lock.
#include <mcheck/conflicts.hpp>
#include <mutex>
#include <thread>

class Counter {
 public:
  void set(int value) {
    MCHECK_WRITES(this);
    value_ = value;
  }
  [[nodiscard]] int get() const {
    MCHECK_READS(this);
    ++asked_;
    return value_;
  }

 private:
  int value_ = 0;
  mutable int asked_ = 0;
};

int main() {
  Counter counter;
  std::mutex guard;
  std::thread writer([&] {
    const std::lock_guard lock(guard);
    counter.set(5);
  });
  std::thread reader([&] {
    const std::lock_guard lock(guard);
    (void)counter.get();
  });
  writer.join();
  reader.join();
  std::thread one([&] { (void)counter.get(); });
  (void)counter.get();
  one.join();
}
