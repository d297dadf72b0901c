// SPDX-License-Identifier: MIT
// A sequence lock with atomic data and fences [Boehm, MSPC'12].
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<unsigned> sequence{0};
std::atomic<int> left{0};
std::atomic<int> right{0};

int main() {
  std::thread writer([] {
    const unsigned before = sequence.load(std::memory_order_seq_cst);
    sequence.store(before + 1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    left.store(1, std::memory_order_seq_cst);
    right.store(1, std::memory_order_seq_cst);
    sequence.store(before + 2, std::memory_order_seq_cst);
  });
  std::thread reader([] {
    const unsigned before = sequence.load(std::memory_order_seq_cst);
    const int a = left.load(std::memory_order_seq_cst);
    const int b = right.load(std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const unsigned after = sequence.load(std::memory_order_seq_cst);
    if (before == after && before % 2 == 0) assert(a == b);
  });
  writer.join();
  reader.join();
}
