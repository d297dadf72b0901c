// SPDX-License-Identifier: MIT
// A livelock: each of two threads has one lock, tries the other, gives its own back and starts
// over, and they can do so in step with each other for ever.
//
// livelock_right takes the locks in one order, and has no need to be polite.
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
