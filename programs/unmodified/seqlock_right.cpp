// SPDX-License-Identifier: MIT
// A sequence lock [Boehm 2012]: the number is odd while the writer writes, and a reader that finds
// another number after reading than before discards what it has read. The halves are atomic: they
// may be read while they are written, which would otherwise be a data race.
//
// Wrong form: seqlock.cpp.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<unsigned> sequence{0};
  std::atomic<int> left{0};
  std::atomic<int> right{0};
  std::thread writer([&] {
    sequence.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    left.store(1, std::memory_order_relaxed);
    right.store(1, std::memory_order_relaxed);
    sequence.store(2, std::memory_order_release);
  });
  const unsigned before = sequence.load(std::memory_order_acquire);
  const int left_seen = left.load(std::memory_order_relaxed);
  const int right_seen = right.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  const unsigned after = sequence.load(std::memory_order_relaxed);
  if (before == after && before % 2 == 0) assert(left_seen == right_seen);
  writer.join();
}
