// SPDX-License-Identifier: MIT
// moodycamel::ConcurrentQueue does not order items of different producers, even if one was enqueued
// later: this test wrongly expects it.
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
