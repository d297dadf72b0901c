// SPDX-License-Identifier: MIT
// A cache under a shared mutex. Who finds nothing fills it while he holds the lock as a reader, and
// another reader looks at the same time.
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
