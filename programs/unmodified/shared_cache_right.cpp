// SPDX-License-Identifier: MIT
// A cache under a shared mutex. A thread that finds it empty releases the lock, takes it in
// exclusive mode, and tests again: the cache is filled once.
//
// Wrong form: shared_cache.cpp.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_mutex guard;
  int cached = 0;
  int filled = 0;
  const auto look_up = [&] {
    {
      const std::shared_lock reading(guard);
      if (cached != 0) return cached;
    }
    const std::lock_guard writing(guard);
    if (cached == 0) {
      cached = 42;
      ++filled;
    }
    return cached;
  };
  std::thread other([&] {
    const int seen = look_up();
    assert(seen == 42);
  });
  const int seen = look_up();
  assert(seen == 42);
  other.join();
  assert(filled == 1);
}
