// SPDX-License-Identifier: MIT
// A Catch2 suite with its main().
#define CATCH_CONFIG_MAIN
#include <unistd.h>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

#include <mcheck/catch2.hpp>
#include <mcheck/mcheck.hpp>

namespace {

void add(mcheck::atomic<int>& count) {
  const int seen = count;
  count = seen + 1;
}

void must_be(int wanted, int value) { CHECK(value == wanted); }

}  // namespace

TEST_CASE("an ordinary test is an ordinary test", "[ordinary]") {
  std::vector<int> numbers;
  std::thread other([&] { numbers.assign(1000, 7); });
  other.join();
  REQUIRE(numbers.size() == 1000);
}

MCHECK_TEST_CASE("an exchange gives one thread the token") {
  mcheck::atomic<bool> token{true, "token"};
  mcheck::atomic<int> winners{0, "winners"};
  const auto take = [&] {
    if (token.exchange(false)) ++winners;
  };
  mcheck::thread other(take);
  take();
  other.join();
  REQUIRE(winners == 1);
}

MCHECK_TEST_CASE("both additions count", "[.][wrong]", {.bound = 2, .seconds = 20}) {
  mcheck::atomic<int> count{0, "count"};
  mcheck::thread other([&] { add(count); });
  add(count);
  other.join();
  must_be(2, count);
}

MCHECK_TEST_CASE("sections are refused", "[.][wrong]") {
  SECTION("one") {}
}

MCHECK_TEST_CASE("the process ends", "[.][wrong]") {
  mcheck::atomic<int> count{0, "count"};
  mcheck::thread other([&] { ++count; });
  if (count == 1) _exit(3);
  other.join();
}

MCHECK_TEST_CASE("it crashes", "[.][wrong]") {
  mcheck::atomic<int*> place{nullptr, "place"};
  mcheck::thread other([&] { *place.load() = 1; });
  other.join();
}

MCHECK_TEST_CASE("nothing was thrown", "[.][wrong]") { REQUIRE_THROWS(must_be(1, 1)); }

MCHECK_TEST_CASE("a bound is obeyed", "[wrong]", {.bound = 0, .minimise = 0}) {
  mcheck::atomic<int> count{0, "count"};
  mcheck::thread other([&] { add(count); });
  add(count);
  other.join();
  CHECK_FALSE(count == 1);
  CHECK_THROWS_AS(throw std::runtime_error("thrown"), std::runtime_error);
}
