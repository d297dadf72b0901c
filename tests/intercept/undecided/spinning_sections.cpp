// SPDX-License-Identifier: MIT
// Two threads that spin by atomic sections: if t is slow they wait for each other for ever.
#include <assert.h>
#include <mcheck/verify.h>
#include <atomic>
#include <thread>
std::atomic<int> go{0}, x{0}, y{0};
int main() {
  std::thread t([] {
    int g = go.load();
    if (g) x.store(1);
    for (;;) {
      mcheck_atomic_begin();
      int v = x.load();
      mcheck_atomic_end();
      if (v) break;
    }
    y.store(1);
  });
  std::thread u([] {
    for (;;) {
      mcheck_atomic_begin();
      int v = y.load();
      mcheck_atomic_end();
      if (v) break;
    }
  });
  go.store(1);
  t.join();
  u.join();
}
