// SPDX-License-Identifier: MIT
// moodycamel::ReaderWriterQueue supports one producer; here are two.
#include <readerwriterqueue/readerwriterqueue.h>
#include <cassert>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread one([&] { queue.enqueue(1); });
  std::thread two([&] { queue.enqueue(2); });
  one.join();
  two.join();
  int sum = 0;
  for (int item = 0; queue.try_dequeue(item);) sum += item;
  assert(sum == 3);
}
