// SPDX-License-Identifier: MIT
// Two workers count a latch down when they are done, or when they see that they should stop.
//
// Wrong form: latch_counted_twice.cpp.
#include <atomic>
#include <latch>
#include <thread>

int main() {
  std::latch done{2};
  std::atomic<bool> stop{false};
  std::thread first([&] {
    if (stop.load()) {
      done.count_down();
      return;
    }
    done.count_down();
  });
  std::thread second([&] {
    stop.store(true);
    done.count_down();
  });
  first.join();
  second.join();
}
