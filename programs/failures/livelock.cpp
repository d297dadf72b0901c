// SPDX-License-Identifier: MIT
// A livelock: each of two threads holds one lock, tries the other, releases its own and retries,
// and both can do so in lockstep forever.
//
// livelock_right takes the locks in one order, so no try fails.
#include <mcheck/mcheck.hpp>

namespace {

mcheck::mutex left{"left"};
mcheck::mutex right{"right"};

void politely(mcheck::mutex& first, mcheck::mutex& second) {
  for (;;) {
    first.lock();
    if (second.try_lock()) break;
    first.unlock();
  }
  second.unlock();
  first.unlock();
}

void run(mcheck::mutex& first, mcheck::mutex& second) {
  mcheck::thread other(politely, std::ref(first), std::ref(second));
  politely(left, right);
  other.join();
}

}  // namespace

MCHECK_PROGRAM(livelock, "two threads give way to each other for ever") { run(right, left); }

MCHECK_PROGRAM(livelock_right, "two threads take two locks in one order") { run(left, right); }
