// SPDX-License-Identifier: MIT
// A pool of one thing, guarded by a semaphore that lets one in; one thread only tries for it. The
// program is right. The semaphore of GCC 12's library is not: a thread that has read the count,
// failed to take the permit and polled a while goes to sleep if the count is what it read at first,
// although the permit has come back meanwhile and nobody will wake it.
//
// No row in expected.tsv: what comes of it depends on the library.
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
