// SPDX-License-Identifier: MIT
// Looks, sleeps, and looks again until the other is done, or a minute is over: it may be.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> done{false};
  int result = 0;
  std::thread worker([&] {
    result = 42;
    done = true;
  });
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!done && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  assert(done);
  worker.join();
}
