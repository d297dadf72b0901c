// SPDX-License-Identifier: MIT
// Happens-before queries without clocks, compared with clocks on random traces.
#include "engine/trace/order/happens_before_query.hpp"

#include <catch2/catch.hpp>

#include "engine/trace/order/happens_before.hpp"
#include "tests/trace/random_trace.hpp"

namespace mcheck::happens_before_query_test {
namespace {

// The number of ordered and of unordered pairs.
struct Pairs {
  std::size_t ordered = 0;
  std::size_t unordered = 0;
};

void compare(const RandomTrace& trace, Pairs& pairs) {
  const std::span<const Event> events = trace.events();
  HappensBefore clocks(Relation::kCommuting);
  clocks.update(events, trace.versions(), 0);
  HappensBeforeQuery without(events, trace.versions(), ~std::size_t{0});
  for (std::size_t first = 0; first < events.size(); ++first) {
    for (std::size_t other = 0; other < events.size(); ++other) {
      const bool expected = HappensBefore::seen(clocks.all(other), events[first]);
      INFO("event " << first << " and event " << other);
      REQUIRE(without.is_before(first, events[other].thread, events[other].index) == expected);
      ++(expected ? pairs.ordered : pairs.unordered);
    }
  }
}

}  // namespace

TEST_CASE("the query agrees with clocks for every pair of events") {
  Pairs pairs;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    RandomTrace trace(seed);
    for (int i = 0; i < 60; ++i) trace.step();
    INFO("seed " << seed);
    compare(trace, pairs);
  }
  CHECK(pairs.ordered > 100'000);
  CHECK(pairs.unordered > 100'000);
}

TEST_CASE("a query that reaches its limit of events has no answer") {
  RandomTrace trace(7);
  for (int i = 0; i < 60; ++i) trace.step();
  const Event& last = trace.events().back();
  HappensBeforeQuery enough(trace.events(), trace.versions(), trace.events().size());
  CHECK(enough.is_before(0, last.thread, last.index).has_value());
  HappensBeforeQuery too_few(trace.events(), trace.versions(), 1);
  CHECK_FALSE(too_few.is_before(1, kMainThread, 0).has_value());
}

}  // namespace mcheck::happens_before_query_test
