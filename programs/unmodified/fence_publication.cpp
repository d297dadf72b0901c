// SPDX-License-Identifier: MIT
// A result is published by a relaxed flag, but the release fence comes after the store of the flag
// instead of before it: it does not order the result before the flag.
//
// Right form: fence_publication_right.cpp.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int result = 0;
  std::atomic<bool> ready{false};
  std::thread worker([&] {
    result = 42;
    ready.store(true, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
  });
  int seen = 42;
  if (ready.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    seen = result;
  }
  worker.join();
  assert(seen == 42);
}
