// SPDX-License-Identifier: MIT
// Store buffering: only seq_cst fences between store and load forbid that both loads read 0.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x{0};
std::atomic<int> y{0};

int main() {
  int first_read = 0;
  int second_read = 0;
  std::thread first([&] {
    x.store(1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    first_read = y.load(std::memory_order_seq_cst);
  });
  std::thread second([&] {
    y.store(1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    second_read = x.load(std::memory_order_seq_cst);
  });
  first.join();
  second.join();
  assert(first_read == 1 || second_read == 1);
}
