// SPDX-License-Identifier: MIT
// Two workers count a latch down when they are done. The first also does so when it sees that it
// should stop, and does not return: the count falls below zero, which is undefined behaviour.
//
// Right form: latch_counted_twice_right.cpp.
#include <atomic>
#include <latch>
#include <thread>

int main() {
  std::latch done{2};
  std::atomic<bool> stop{false};
  std::thread first([&] {
    if (stop.load()) done.count_down();
    done.count_down();
  });
  std::thread second([&] {
    stop.store(true);
    done.count_down();
  });
  first.join();
  second.join();
}
