// SPDX-License-Identifier: MIT
// Does with model objects what tests/intercept/programs/accesses/plain_points.cpp does with data.
#include <mcheck/mcheck.hpp>

MCHECK_PROGRAM(unchecked_update, "two threads add one to plain data") {
  mcheck::shared<int> number{0, "number"};
  const auto add_one = [&] { number = number + 1; };
  mcheck::thread one(add_one);
  mcheck::thread other(add_one);
  one.join();
  other.join();
}

MCHECK_PROGRAM(publication_in_order, "one thread writes, then sets a flag; the other looks") {
  mcheck::shared<int> number{0, "number"};
  mcheck::shared<int> flag{0, "flag"};
  mcheck::thread one([&] {
    number = 1;
    flag = 1;
  });
  mcheck::thread other([&] {
    if (flag == 1) mcheck::check(number == 1, "the number is there");
  });
  one.join();
  other.join();
}
