// SPDX-License-Identifier: MIT
// The function of std::call_once throws if it runs too early, before main has set `ready`. The
// thread that called it must handle the exception; here it does not, and the exception leaves it.
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
