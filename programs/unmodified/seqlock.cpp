// SPDX-License-Identifier: MIT
// A sequence lock: the number is odd while the writer writes. The reader tests it before it reads,
// but not again after it has read, so the writer may have run in between.
//
// Right form: seqlock_right.cpp.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<unsigned> sequence{0};
  std::atomic<int> left{0};
  std::atomic<int> right{0};
  std::thread writer([&] {
    sequence.store(1);
    left.store(1);
    right.store(1);
    sequence.store(2);
  });
  if (sequence.load() % 2 == 0) {
    const int seen = left.load();
    assert(seen == right.load());
  }
  writer.join();
}
