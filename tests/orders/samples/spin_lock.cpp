// SPDX-License-Identifier: MIT
// A spin lock: acquire where it is taken, release where it is given back.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> locked{false};
int count = 0;

void add_one() {
  while (locked.exchange(true, std::memory_order_seq_cst)) {
  }
  ++count;
  locked.store(false, std::memory_order_seq_cst);
}

int main() {
  std::thread first(add_one);
  std::thread second(add_one);
  first.join();
  second.join();
  assert(count == 2);
}
