// SPDX-License-Identifier: MIT
// Starvation: one thread locks and unlocks a mutex until the other has held it. The other only
// tries it, and may find it held each time, although the schedule is fair to both threads.
//
// starvation_right blocks on the lock, which its holder releases and does not take again.
#include <mcheck/mcheck.hpp>

namespace {

mcheck::mutex gate{"gate"};
mcheck::mutex own{"own"};
mcheck::atomic<bool> passed{false, "passed"};

void pass() {
  for (;;) {
    const mcheck::lock_guard lock(own);
    if (gate.try_lock()) break;
  }
  passed.store(true);
  gate.unlock();
}

}  // namespace

MCHECK_PROGRAM(starvation, "a thread tries a lock whenever it is held") {
  mcheck::thread other(pass);
  while (!passed.load()) {
    gate.lock();
    gate.unlock();
  }
  other.join();
}

MCHECK_PROGRAM(starvation_right, "a thread waits for a lock that is given back for good") {
  gate.lock();
  mcheck::thread other([] { const mcheck::lock_guard lock(gate); });
  gate.unlock();
  other.join();
}
