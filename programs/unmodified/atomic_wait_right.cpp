// SPDX-License-Identifier: MIT
// A wait on an atomic returns at once if the value has changed, and otherwise after a notification
// if it has changed by then. The store releases the writes before it.
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
