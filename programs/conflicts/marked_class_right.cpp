// SPDX-License-Identifier: MIT
// As marked_class.cpp, but under a lock where it matters; those that read need none among
// themselves.
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
