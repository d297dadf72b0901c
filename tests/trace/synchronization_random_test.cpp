// SPDX-License-Identifier: MIT
// What C++ orders in random traces, against a graph of all edges, and after going back.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "engine/trace/synchronization.hpp"
#include "tests/trace/order_graph.hpp"
#include "tests/trace/random_trace.hpp"

namespace mcheck {

TEST_CASE("the clocks of random traces are those of a graph of all edges") {
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    RandomTrace trace(seed);
    Synchronization synchronization;
    for (int i = 0; i < 90; ++i) {
      trace.step();
      synchronization.follow(trace.events());
    }
    const OrderGraph graph(trace.events());
    for (const ThreadRecord& t : trace.threads()) {
      for (const ThreadRecord& u : trace.threads()) {
        INFO("seed " << seed << ", thread " << index(t.id) << ", of thread " << index(u.id));
        REQUIRE(synchronization.clock_of(t.id)[index(u.id)] == graph.seen(t.id, u.id));
      }
    }
  }
}

TEST_CASE("clocks that were cut back are those of a new beginning") {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    RandomTrace trace(seed);
    table::Draw draw(seed);
    Synchronization synchronization;
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 20; ++i) trace.step();
      Execution::Mark mark;
      trace.mark(mark);
      if (draw.one_in(2)) synchronization.follow(trace.events());
      const std::size_t kept = std::min(synchronization.size(), trace.events().size());
      for (int i = 0; i < 20; ++i) trace.step();
      synchronization.follow(trace.events());
      trace.rewind(mark);
      synchronization.cut(std::min(kept, trace.events().size()));
    }
    synchronization.follow(trace.events());
    Synchronization anew;
    anew.follow(trace.events());
    for (const ThreadRecord& t : trace.threads()) {
      const auto a = synchronization.clock_of(t.id);
      const auto b = anew.clock_of(t.id);
      INFO("seed " << seed << ", thread " << index(t.id));
      REQUIRE(std::vector(a.begin(), a.end()) == std::vector(b.begin(), b.end()));
    }
  }
}

TEST_CASE("events that are appended one by one count like those that are followed") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    RandomTrace trace(seed);
    for (int i = 0; i < 60; ++i) trace.step();
    const std::span<const Event> events = trace.events();
    if (events.empty()) continue;
    Synchronization appended;
    appended.follow(events.first(events.size() / 2));
    for (const Event& event : events.subspan(events.size() / 2)) appended.append(event);
    Synchronization followed;
    followed.follow(events);
    const auto a = appended.clock_of(events.back().thread);
    const auto b = followed.clock_of(events.back().thread);
    REQUIRE(std::vector(a.begin(), a.end()) == std::vector(b.begin(), b.end()));
  }
}

}  // namespace mcheck
