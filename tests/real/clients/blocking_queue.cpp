// SPDX-License-Identifier: MIT
// moodycamel::BlockingConcurrentQueue: the consumer waits for the item, and sees what came before.
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <cassert>
#include <thread>

int main() {
  moodycamel::BlockingConcurrentQueue<int*> queue;
  int data = 0;
  std::thread producer([&] {
    data = 42;
    queue.enqueue(&data);
  });
  int* item = nullptr;
  queue.wait_dequeue(item);
  assert(item == &data && *item == 42);
  producer.join();
}
