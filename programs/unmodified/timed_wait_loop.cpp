// SPDX-License-Identifier: MIT
// Polls a flag with a timed wait, and no thread ever sets the flag.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  bool ready = false;
  std::thread other([&] { changed.notify_one(); });
  {
    std::unique_lock lock(mutex);
    while (!ready) changed.wait_for(lock, std::chrono::milliseconds(10));
  }
  other.join();
}
