// SPDX-License-Identifier: MIT
// A failure next to a limit: a worker that starts too early counts forever, and mcheck stops that
// execution at a limit. In another execution a check fails, and that is a bug.
#include "late_set_up.hpp"

MCHECK_PROGRAM(beside_a_limit,
               "one worker may count for ever, and another one sees a wrong value") {
  mcheck::atomic<bool> ready{false, "ready"};
  mcheck::atomic<unsigned> rounds{0, "rounds"};
  mcheck::thread counts([&] {
    if (ready.load()) return;
    while (true) rounds.fetch_add(1);
  });
  mcheck::thread checks([&] { mcheck::check(ready.load(), "it is ready"); });
  ready.store(true);
  counts.join();
  checks.join();
}

MCHECK_PROGRAM(beside_a_limit_right, "the same, set up before the workers start") {
  mcheck::atomic<bool> ready{true, "ready"};
  mcheck::thread counts([&] { mcheck::check(ready.load(), "it is ready"); });
  mcheck::thread checks([&] { mcheck::check(ready.load(), "it is ready"); });
  counts.join();
  checks.join();
}
