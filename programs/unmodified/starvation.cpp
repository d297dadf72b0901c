// SPDX-License-Identifier: MIT
// Starvation: one thread locks and unlocks a mutex until the other has held it. The other only
// tries it, and may find it held each time, although the schedule is fair to both threads.
//
// The twin of programs/failures/starvation.cpp. Right form: starvation_right.cpp.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex gate;
std::mutex own;
std::atomic<bool> passed{false};

void pass() {
  for (;;) {
    const std::lock_guard lock(own);
    if (gate.try_lock()) break;
  }
  passed.store(true);
  gate.unlock();
}

}  // namespace

int main() {
  std::thread other(pass);
  while (!passed.load()) {
    gate.lock();
    gate.unlock();
  }
  other.join();
}
