// SPDX-License-Identifier: MIT
#include "dpor/chances.hpp"

#include <catch2/catch.hpp>

using mcheck::chance_text;
using mcheck::count_text;
using mcheck::interleavings;
using mcheck::missed_text;

TEST_CASE("chances are told as one in so many") {
  CHECK(chance_text(1) == "1 in 1");
  CHECK(chance_text(1.0 / 60) == "1 in 60");
  CHECK(chance_text(1e-18) == "1 in 1e+18");
}

TEST_CASE("what was missed in many tries is never said to be impossible") {
  CHECK(missed_text(0.5, 0) == "1");
  CHECK(missed_text(0.5, 2) == "0.25");
  CHECK(missed_text(1, 5) == "1e-9");
  CHECK(missed_text(0.5, 1'000'000) == "1e-9");
}

TEST_CASE("numbers of things are grouped, and one is singular") {
  CHECK(count_text(1, "thread") == "1 thread");
  CHECK(count_text(0, "thread") == "0 threads");
  CHECK(count_text(999, "step") == "999 steps");
  CHECK(count_text(1'000, "step") == "1,000 steps");
  CHECK(count_text(12'345'678, "step") == "12,345,678 steps");
}

TEST_CASE("interleavings are multinomial coefficients") {
  CHECK(interleavings({}) == 1);
  CHECK(interleavings({5}) == 1);
  CHECK(interleavings({3, 1, 2}) == 60);       // 6! / (3! 1! 2!)
  CHECK(interleavings({2, 2, 2, 2}) == 2520);  // 8! / 2⁴
}
