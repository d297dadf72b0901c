// SPDX-License-Identifier: MIT
// The uniform walk takes threads into account that are yet to be started.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include <mcheck/mcheck.hpp>

namespace mcheck::uniform_walk_test {
TEST_CASE("urw gives a thread the share of those that it is going to start") {
  // T1 adds and starts T1.1, which adds twice; T2 adds twice. A chain of 3 and one of 2 steps: 5! /
  // (3! 2!) = 10 schedules. A walk that counted only T1's own step would start with T2 in two of
  // three executions; 4 of the 10 schedules do.
  constexpr std::size_t kAll = 32;
  std::array<int, kAll> counts{};  // by schedule: which of five steps were T2's
  const auto body = [&counts] {
    mcheck::atomic<int> x{0};
    std::size_t order = 0;
    const auto step = [&](std::size_t second) {
      x.fetch_add(1);
      order = 2 * order + second;
    };
    mcheck::thread one([&] {
      step(0);
      mcheck::thread inner([&] {
        step(0);
        step(0);
      });
      inner.join();
    });
    mcheck::thread two([&] {
      step(1);
      step(1);
    });
    one.join();
    two.join();
    ++counts[order];
  };
  (void)mcheck::explore(body, {.strategy = "urw", .executions = 10'001, .seed = 1});
  double chi_square = 0;
  for (const int count : counts) {
    if (count > 0) chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  }
  CHECK(std::ranges::count_if(counts, [](int count) { return count > 0; }) == 10);
  CHECK(chi_square < 27.9);  // 9 degrees of freedom, one in a thousand
}

}  // namespace mcheck::uniform_walk_test
