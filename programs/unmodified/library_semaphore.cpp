// SPDX-License-Identifier: MIT
// A pool of one resource, guarded by a semaphore with one permit; one thread only tries to acquire.
// The program is correct. The semaphore of GCC 12's library is not: a thread that has read the
// count, failed to take the permit and spun for a while goes to sleep if the count has its first
// value, although the permit was released meanwhile and no thread will wake it.
//
// No row in expected.tsv: the verdict depends on the library.
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
