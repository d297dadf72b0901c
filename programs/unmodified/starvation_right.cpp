// SPDX-License-Identifier: MIT
// The other thread blocks on the lock, which its holder releases and does not take again.
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
