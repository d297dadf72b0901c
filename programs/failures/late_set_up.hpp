// SPDX-License-Identifier: MIT
// One bug, and its repair, for most programs of this folder: a worker starts before main has set up
// what it relies on. If the worker reads `ready` too early, it calls `fault`, which each program
// defines; in the default schedule it does not.
#pragma once

#include <mcheck/mcheck.hpp>

template <class Fault>
void set_up_late(Fault fault) {
  mcheck::atomic<bool> ready{false, "ready"};
  mcheck::thread worker([&] {
    if (!ready.load()) fault();
  });
  ready.store(true);
  worker.join();
}

template <class Fault>
void set_up_first(Fault fault) {
  mcheck::atomic<bool> ready{false, "ready"};
  ready.store(true);
  mcheck::thread worker([&] {
    if (!ready.load()) fault();
  });
  worker.join();
}
