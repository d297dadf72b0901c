// SPDX-License-Identifier: MIT
// moodycamel::ConcurrentQueue promises no order of items of different producers, even where one
// came after the other: this test takes it for granted.
#include <concurrentqueue/concurrentqueue.h>
#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue;
  std::thread([&] { queue.enqueue(1); }).join();
  std::thread([&] { queue.enqueue(2); }).join();
  int first = 0;
  assert(queue.try_dequeue(first) && first == 1);
}
