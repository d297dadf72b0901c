// SPDX-License-Identifier: MIT
// atomic_queue::AtomicQueue2: two producers, and a consumer that waits for both items.
#include <atomic_queue/atomic_queue.h>
#include <cassert>
#include <thread>

int main() {
  atomic_queue::AtomicQueue2<int, 2> queue;
  std::thread one([&] { queue.push(1); });
  std::thread two([&] { queue.push(2); });
  const int sum = queue.pop() + queue.pop();
  one.join();
  two.join();
  assert(sum == 3);
}
