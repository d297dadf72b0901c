// SPDX-License-Identifier: MIT
// A GoogleTest suite with the main() of that library.
#include <gtest/gtest.h>

#include <thread>

#include <mcheck/gtest.hpp>
#include <mcheck/mcheck.hpp>

TEST(Ordinary, StaysOrdinary) {
  int value = 0;
  std::thread other([&] { value = 1; });
  other.join();
  EXPECT_EQ(value, 1);
}

MCHECK_TEST_CASE(Token, IsTakenOnce) {
  mcheck::atomic<bool> token{true, "token"};
  mcheck::atomic<int> winners{0, "winners"};
  const auto take = [&] {
    if (token.exchange(false)) ++winners;
  };
  mcheck::thread other(take);
  take();
  other.join();
  ASSERT_EQ(winners, 1);
}

MCHECK_TEST_CASE(Counter, DISABLED_BothAdditionsCount, {.bound = 2, .seconds = 20}) {
  mcheck::atomic<int> count{0, "count"};
  const auto add = [&] {
    const int seen = count;
    count = seen + 1;
  };
  mcheck::thread other(add);
  add();
  other.join();
  EXPECT_EQ(count, 2);
}
