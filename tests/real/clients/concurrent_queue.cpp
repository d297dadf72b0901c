// SPDX-License-Identifier: MIT
// moodycamel::ConcurrentQueue: two producers of one item each, and a consumer that takes one.
#include <concurrentqueue/concurrentqueue.h>
#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue;
  std::thread one([&] { queue.enqueue(1); });
  std::thread two([&] { queue.enqueue(2); });
  int first = 0;
  const bool early = queue.try_dequeue(first);
  one.join();
  two.join();
  int sum = early ? first : 0;
  for (int item = 0; queue.try_dequeue(item);) sum += item;
  assert(sum == 3);
}
