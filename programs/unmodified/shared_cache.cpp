// SPDX-License-Identifier: MIT
// A cache under a shared mutex. A thread that finds it empty fills it while it holds the lock in
// shared mode, and another reader may read it at the same time.
//
// Right form: shared_cache_right.cpp.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_mutex guard;
  int cached = 0;
  const auto look_up = [&] {
    const std::shared_lock reading(guard);
    if (cached == 0) cached = 42;
  };
  std::thread other(look_up);
  look_up();
  other.join();
  assert(cached == 42);
}
