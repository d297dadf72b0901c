// SPDX-License-Identifier: MIT
// What is done once throws if it is done too early, before main has made ready what it needs.
// Whoever comes first then must bear the exception; here nobody does, and it leaves the thread.
//
// Right form: call_once_throws_right.cpp.
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

int main() {
  std::once_flag once;
  std::atomic<bool> ready{false};
  std::thread worker([&] {
    std::call_once(once, [&] {
      if (!ready.load()) throw std::runtime_error("too early");
    });
  });
  ready.store(true);
  worker.join();
}
