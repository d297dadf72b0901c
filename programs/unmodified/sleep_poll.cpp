// SPDX-License-Identifier: MIT
// Polls and sleeps until the other thread is done or a minute is over, which may come first.
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
