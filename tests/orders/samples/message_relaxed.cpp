// SPDX-License-Identifier: MIT
// Message passing: the orders are too weak.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> data{0};
std::atomic<bool> flag{false};

int main() {
  std::thread producer([] {
    data.store(1, std::memory_order_relaxed);
    flag.store(true, std::memory_order_relaxed);
  });
  std::thread consumer([] {
    if (flag.load(std::memory_order_relaxed)) {
      assert(data.load(std::memory_order_relaxed) == 1);
    }
  });
  producer.join();
  consumer.join();
}
