// SPDX-License-Identifier: MIT
// A store does not wake a thread that waits on an atomic: a notification is needed. If the waiter
// is already asleep when the value changes, it stays asleep.
//
// Right form: atomic_wait_right.cpp.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> phase{0};
  std::thread waiter([&] { phase.wait(0); });
  phase.store(1);
  waiter.join();
}
