// SPDX-License-Identifier: MIT
// One bug, and its repair, for all programs of this folder: a worker is started before what it
// relies on is set up. If it looks too early, something bad comes of it, a different thing in each
// program; in the default schedule it does not.
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
