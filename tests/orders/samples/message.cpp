// SPDX-License-Identifier: MIT
// Message passing: release and acquire on the flag.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> data{0};
std::atomic<bool> flag{false};

int main() {
  std::thread producer([] {
    data.store(1, std::memory_order_seq_cst);
    flag.store(true, std::memory_order_seq_cst);
  });
  std::thread consumer([] {
    if (flag.load(std::memory_order_seq_cst)) {
      assert(data.load(std::memory_order_seq_cst) == 1);
    }
  });
  producer.join();
  consumer.join();
}
