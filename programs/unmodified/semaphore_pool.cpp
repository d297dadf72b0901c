// SPDX-License-Identifier: MIT
// A pool of one resource, guarded by a semaphore with two permits.
//
// Right form: semaphore_pool_right.cpp.
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<2> places{2};
  std::atomic<int> inside{0};
  const auto use = [&] {
    places.acquire();
    const int others = inside.fetch_add(1);
    assert(others == 0);
    inside.fetch_sub(1);
    places.release();
  };
  std::thread other(use);
  use();
  other.join();
}
