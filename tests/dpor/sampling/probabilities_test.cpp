// SPDX-License-Identifier: MIT
#include "dpor/sampling/probabilities.hpp"

#include <catch2/catch.hpp>

namespace mcheck::probabilities_test {
using mcheck::count_text;
using mcheck::interleaving_count;
using mcheck::miss_probability_text;
using mcheck::probability_text;

TEST_CASE("probabilities are written as 1 in N") {
  CHECK(probability_text(1) == "1 in 1");
  CHECK(probability_text(1.0 / 60) == "1 in 60");
  CHECK(probability_text(1e-18) == "1 in 1e+18");
}

TEST_CASE("the probability of a miss is never written as 0") {
  CHECK(miss_probability_text(0.5, 0) == "1");
  CHECK(miss_probability_text(0.5, 2) == "0.25");
  CHECK(miss_probability_text(1, 5) == "1e-9");
  CHECK(miss_probability_text(0.5, 1'000'000) == "1e-9");
}

TEST_CASE("numbers of things are grouped, and one is singular") {
  CHECK(count_text(1, "thread") == "1 thread");
  CHECK(count_text(0, "thread") == "0 threads");
  CHECK(count_text(999, "step") == "999 steps");
  CHECK(count_text(1'000, "step") == "1,000 steps");
  CHECK(count_text(12'345'678, "step") == "12,345,678 steps");
}

TEST_CASE("interleavings are multinomial coefficients") {
  CHECK(interleaving_count({}) == 1);
  CHECK(interleaving_count({5}) == 1);
  CHECK(interleaving_count({3, 1, 2}) == 60);       // 6! / (3! 1! 2!)
  CHECK(interleaving_count({2, 2, 2, 2}) == 2520);  // 8! / 2⁴
}

}  // namespace mcheck::probabilities_test
