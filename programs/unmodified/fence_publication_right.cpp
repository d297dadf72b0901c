// SPDX-License-Identifier: MIT
// A result is published by a relaxed flag between two fences: the first releases what was written
// before the store of the flag, the second acquires it after a load that sees the flag.
//
// Wrong form: fence_publication.cpp.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int result = 0;
  std::atomic<bool> ready{false};
  std::thread worker([&] {
    result = 42;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  int seen = 42;
  if (ready.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    seen = result;
  }
  worker.join();
  assert(seen == 42);
}
