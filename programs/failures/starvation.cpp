// SPDX-License-Identifier: MIT
// Starvation: one thread takes a lock and gives it back, for as long as the other has not had it;
// the other tries it only now and then, and finds it held each time, though both have their turn.
//
// starvation_right waits for the lock, which is given back for good.
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
