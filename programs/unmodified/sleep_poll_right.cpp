// SPDX-License-Identifier: MIT
// Polls and sleeps until the other thread is done.
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
  while (!done) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  assert(result == 42);
  worker.join();
}
