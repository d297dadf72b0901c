// SPDX-License-Identifier: MIT
// moodycamel::BlockingReaderWriterQueue: the consumer waits, and sees what came before the item.
#include <readerwriterqueue/readerwriterqueue.h>
#include <cassert>
#include <thread>

int main() {
  moodycamel::BlockingReaderWriterQueue<int*> queue(1);
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
