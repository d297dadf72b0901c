// SPDX-License-Identifier: MIT
// Lost update: two threads add one to the same number, and one addition may be lost.
//
// An addition takes two steps, a load and a store. If both threads load before either stores, both
// store the same value. One preemption is enough, so `--bound 1` already finds it.
//
// Right form: lost_update_right.cpp, where an addition is one step.
#include <mcheck/mcheck.hpp>

MCHECK_PROGRAM(lost_update, "two threads add one to a number, in two steps each") {
  mcheck::atomic<int> count{0, "count"};
  const auto add_one = [&] {
    const int seen = count.load();
    count.store(seen + 1);
  };

  mcheck::thread first(add_one);
  mcheck::thread second(add_one);
  first.join();
  second.join();

  mcheck::check(count.load() == 2, "both additions count");
}
