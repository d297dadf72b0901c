// SPDX-License-Identifier: MIT
// A ring of one slot with one producer and one consumer: each reads its own index relaxed.
#include <atomic>
#include <cassert>
#include <thread>

constexpr unsigned kSlots = 1;
int slots[kSlots];
std::atomic<unsigned> head{0};
std::atomic<unsigned> tail{0};

bool push(int value) {
  const unsigned at = tail.load(std::memory_order_seq_cst);
  if (at - head.load(std::memory_order_seq_cst) == kSlots) return false;
  slots[at % kSlots] = value;
  tail.store(at + 1, std::memory_order_seq_cst);
  return true;
}

bool pop(int& value) {
  const unsigned at = head.load(std::memory_order_seq_cst);
  if (at == tail.load(std::memory_order_seq_cst)) return false;
  value = slots[at % kSlots];
  head.store(at + 1, std::memory_order_seq_cst);
  return true;
}

int main() {
  std::thread producer([] {
    push(1);
    push(2);
  });
  std::thread consumer([] {
    int value = 0;
    for (int i = 0, wanted = 1; i < 2; ++i) {
      if (pop(value)) assert(value == wanted++);
    }
  });
  producer.join();
  consumer.join();
}
