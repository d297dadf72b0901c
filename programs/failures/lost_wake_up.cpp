// SPDX-License-Identifier: MIT
// A lost wake-up: the only notification comes before the wait, and no thread receives it.
#include "late_set_up.hpp"

namespace {

void fault() {
  mcheck::mutex guard{"guard"};
  mcheck::condition_variable changed{"changed"};
  mcheck::thread other([&] { changed.notify_one(); });
  other.join();
  mcheck::unique_lock lock(guard);
  changed.wait(lock);
}

}  // namespace

MCHECK_PROGRAM(lost_wake_up, "a worker that starts too early waits for what it has missed") {
  set_up_late(fault);
}

MCHECK_PROGRAM(lost_wake_up_right, "the same, set up before the worker starts") {
  set_up_first(fault);
}
