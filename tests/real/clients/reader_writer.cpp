// SPDX-License-Identifier: MIT
// moodycamel::ReaderWriterQueue: one producer, one consumer, more items than the first block holds.
#include <readerwriterqueue/readerwriterqueue.h>
#include <cassert>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread producer([&] {
    for (int i = 1; i <= 3; ++i) queue.enqueue(i);
  });
  int last = 0;
  for (int tries = 0; tries < 2; ++tries) {
    int item = 0;
    if (queue.try_dequeue(item)) assert(item == ++last);
  }
  producer.join();
  for (int item = 0; queue.try_dequeue(item);) assert(item == ++last);
  assert(last == 3);
}
