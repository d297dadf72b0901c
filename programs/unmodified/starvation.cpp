// SPDX-License-Identifier: MIT
// Starvation: one thread takes a lock and gives it back, for as long as the other has not had it;
// the other tries it only now and then, and finds it held each time, though both have their turn.
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
