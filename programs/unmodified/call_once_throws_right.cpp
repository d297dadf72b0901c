// SPDX-License-Identifier: MIT
// The function of std::call_once throws if it runs too early. A call that throws does not count:
// the next caller runs the function again, so exactly one call completes.
//
// Wrong form: call_once_throws.cpp.
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

int main() {
  std::once_flag once;
  std::atomic<bool> ready{false};
  int done = 0;
  const auto set_up = [&] {
    if (!ready.load()) throw std::runtime_error("too early");
    ++done;
  };
  std::thread worker([&] {
    try {
      std::call_once(once, set_up);
    } catch (const std::runtime_error&) {
    }
  });
  ready.store(true);
  std::call_once(once, set_up);
  worker.join();
  assert(done == 1);
}
