// SPDX-License-Identifier: MIT
// Starvation: one thread opens and closes a gate for ever; the other looks only while it is closed,
// and goes away empty-handed each time, under a scheduler that gives each its turn.
//
// starvation_right opens the gate once, and leaves it open.
#include <mcheck/mcheck.hpp>

namespace {

mcheck::mutex gate{"gate"};
mcheck::atomic<bool> passed{false, "passed"};

void pass() {
  while (!gate.try_lock()) {
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

MCHECK_PROGRAM(starvation_right, "a thread tries a lock that is given back for good") {
  gate.lock();
  mcheck::thread other(pass);
  gate.unlock();
  other.join();
}
