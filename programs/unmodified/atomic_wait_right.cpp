// SPDX-License-Identifier: MIT
// Who waits for an atomic to change returns at once if it has, and otherwise when it is notified
// and it has. The store releases what was written before it.
//
// Wrong form: atomic_wait.cpp.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> phase{0};
  int result = 0;
  std::thread waiter([&] {
    phase.wait(0);
    assert(phase.load() == 1);
    assert(result == 42);
  });
  result = 42;
  phase.store(1);
  phase.notify_one();
  waiter.join();
}
