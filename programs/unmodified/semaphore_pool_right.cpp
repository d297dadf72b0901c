// SPDX-License-Identifier: MIT
// One thread produces what the other uses after it has acquired a permit: a plain variable is
// safe.
//
// Wrong form, with a permit too many: semaphore_pool.cpp. (library_semaphore.cpp says why no thread
// tries to acquire a permit here.)
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<2> made{0};
  int uses = 0;
  std::thread other([&] {
    ++uses;
    made.release();
  });
  made.acquire();
  ++uses;
  other.join();
  assert(uses == 2);
}
