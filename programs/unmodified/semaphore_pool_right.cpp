// SPDX-License-Identifier: MIT
// A pool of one thing, guarded by a semaphore that lets one in. Who only tries for it bears being
// refused, and a plain variable is safe inside.
//
// Wrong form: semaphore_pool.cpp.
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<2> places{1};
  int uses = 0;
  std::thread other([&] {
    places.acquire();
    ++uses;
    places.release();
  });
  const bool entered = places.try_acquire();
  if (entered) {
    ++uses;
    places.release();
  }
  other.join();
  assert(uses == (entered ? 2 : 1));
}
