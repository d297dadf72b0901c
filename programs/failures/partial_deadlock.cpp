// SPDX-License-Identifier: MIT
// A partial deadlock: two threads wait for each other, and a third keeps testing whether they are
// done.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::mutex left{"left"};
  mcheck::mutex right{"right"};
  mcheck::barrier both_hold_one{2, "both hold one"};
  mcheck::atomic<bool> done{false, "done"};
  const auto take_both = [&](mcheck::mutex& first, mcheck::mutex& second) {
    const mcheck::lock_guard one(first);
    both_hold_one.arrive_and_wait();
    const mcheck::lock_guard other(second);
  };
  mcheck::thread watcher([&] {
    while (!done.load()) {
    }
  });
  mcheck::thread one(take_both, std::ref(left), std::ref(right));
  mcheck::thread two(take_both, std::ref(right), std::ref(left));
  one.join();
  two.join();
  done.store(true);
  watcher.join();
}

}  // namespace

MCHECK_PROGRAM(partial_deadlock, "workers that start too early wait for each other") {
  set_up_late(fault);
}

MCHECK_PROGRAM(partial_deadlock_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
