// SPDX-License-Identifier: MIT
// Who waits for an atomic to change is not woken by the change: somebody must notify. If the waiter
// sleeps already when the number changes, it sleeps on.
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
