// SPDX-License-Identifier: MIT
// The other thread waits for the lock, which is given back for good.
//
// Wrong form: starvation.cpp.
#include <mutex>
#include <thread>

namespace {

std::mutex gate;

}  // namespace

int main() {
  gate.lock();
  std::thread other([] { const std::lock_guard lock(gate); });
  gate.unlock();
  other.join();
}
