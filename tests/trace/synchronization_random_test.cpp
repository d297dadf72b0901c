// SPDX-License-Identifier: MIT
// Happens-before of C++ in random traces, compared with a graph of all edges, also after
// truncation.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "engine/trace/order/synchronization.hpp"
#include "tests/trace/order_graph.hpp"
#include "tests/trace/random_trace.hpp"

namespace mcheck::synchronization_random_test {

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

TEST_CASE("truncated clocks equal those of a new start") {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    RandomTrace trace(seed);
    table::Draw draw(seed);
    Synchronization synchronization;
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 20; ++i) trace.step();
      Execution::Snapshot snapshot;
      trace.snapshot(snapshot);
      if (draw.one_in(2)) synchronization.follow(trace.events());
      const std::size_t kept = std::min(synchronization.size(), trace.events().size());
      for (int i = 0; i < 20; ++i) trace.step();
      synchronization.follow(trace.events());
      trace.rewind(snapshot);
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

TEST_CASE("events that are appended one by one give the same clocks as a whole log") {
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

namespace {

// Threads that change two atomics, usually one of them several times in a row.
Execution& changes_in_runs(Execution& execution, std::uint64_t seed) {
  table::Draw draw(seed);
  execution.clear();
  ObjectRecord record;
  record.kind = ObjectKind::kAtomic;
  const auto add = [&](std::uint32_t nth) {
    return execution.add_object(execution.identities().object(kMainThread, nth), record, {});
  };
  const std::array objects = {add(1), add(2)};
  for (int i = 0; i < 2; ++i) {
    execution.announce(kMainThread, {.kind = Kind::kSpawn});
    execution.perform(kMainThread, 0);
  }
  constexpr std::array kKinds = {Kind::kFetch, Kind::kFetch, Kind::kStore, Kind::kLoad};
  constexpr std::array kOrders = {MemoryOrder::kSeqCst, MemoryOrder::kSeqCst, MemoryOrder::kAcqRel,
                                  MemoryOrder::kRelease, MemoryOrder::kRelaxed};
  for (std::uint32_t nth = 3; nth < 15; ++nth) {
    const ThreadId thread{static_cast<std::uint16_t>(draw.below(3))};
    const Operation operation{.kind = kKinds[draw.below(kKinds.size())],
                              .order = kOrders[draw.below(kOrders.size())],
                              .object = objects[draw.below(2)],
                              .a = nth};
    for (std::uint64_t i = draw.below(6) + 1; i > 0; --i) {
      if (draw.one_in(12)) add(nth);  // its first version is in between
      execution.announce(thread, operation);
      execution.perform(thread, 0);
    }
  }
  return execution;
}

void require_same_clocks(const Synchronization& a, const Synchronization& b) {
  for (std::uint16_t thread = 0; thread < 3; ++thread) {
    const auto one = a.clock_of(ThreadId{thread});
    const auto other = b.clock_of(ThreadId{thread});
    REQUIRE(std::vector(one.begin(), one.end()) == std::vector(other.begin(), other.end()));
  }
}

}  // namespace

TEST_CASE("a run that is one step can be truncated anywhere and continued") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Identities identities;
    Execution execution(identities);
    const std::span<const Event> events = changes_in_runs(execution, seed).events();
    for (std::size_t kept = 2; kept <= events.size(); ++kept) {
      INFO("seed " << seed << ", " << kept << " of " << events.size());
      Synchronization synchronization;
      synchronization.follow(events);
      synchronization.cut(kept);
      Synchronization appended;
      for (const Event& event : events.first(kept)) appended.append(event);
      REQUIRE(synchronization.size() == kept);
      require_same_clocks(synchronization, appended);
      synchronization.follow(events);
      for (const Event& event : events.subspan(kept)) appended.append(event);
      require_same_clocks(synchronization, appended);
    }
  }
}

}  // namespace mcheck::synchronization_random_test
