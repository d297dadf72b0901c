// SPDX-License-Identifier: MIT
// A section that can never begin, because it needs the lock of main, which spins for its end.
#include <mcheck/verify.h>
#include <atomic>
#include <mutex>
#include <thread>
std::mutex m;
std::atomic<int> x{0}, y{0};
int main() {
  if (mcheck_choose(2)) return 0;
  m.lock();
  std::thread t([] {
    mcheck_atomic_begin();
    y.store(1);
    m.lock();
    mcheck_atomic_end();
    m.unlock();
  });
  while (y.load() == 0) {
  }
  m.unlock();
  t.join();
}
