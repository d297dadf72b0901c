// SPDX-License-Identifier: MIT
// Lost update, repaired: fetch_add loads and stores in one step, so no store can come in between.
//
// Wrong form: lost_update.cpp.
#include <mcheck/mcheck.hpp>

MCHECK_PROGRAM(lost_update_right, "two threads add one to a number, in one step each") {
  mcheck::atomic<int> count{0, "count"};
  const auto add_one = [&] { count.fetch_add(1); };

  mcheck::thread first(add_one);
  mcheck::thread second(add_one);
  first.join();
  second.join();

  mcheck::check(count.load() == 2, "both additions count");
}
