// SPDX-License-Identifier: MIT
// options::memory in a program that explores itself.
#include <catch2/catch.hpp>
#include <string>

#include <mcheck/mcheck.hpp>

#include "engine/host/search/exploration.hpp"

namespace mcheck::weak_memory_test {
namespace {

// Whether both threads may read the first value, and what is assumed if they may not.
struct Buffered {
  verdict found = verdict::incomplete;
  std::uint64_t executions = 0;
};

template <class Body>
Buffered explore_stores(Body body, options how) {
  const summary result = explore(
      [&body] {
        atomic<int> x{0};
        atomic<int> y{0};
        int from_y = 0;
        int from_x = 0;
        thread one([&] { from_y = body(x, y); });
        thread other([&] { from_x = body(y, x); });
        one.join();
        other.join();
        check(from_x + from_y > 0, "one thread sees the other's store");
      },
      how);
  return {.found = result.verdict, .executions = result.executions};
}

Buffered relaxed_stores(const options& how) {
  return explore_stores(
      [](atomic<int>& own, atomic<int>& others) {
        own.store(1, std::memory_order_relaxed);
        return others.load(std::memory_order_relaxed);
      },
      how);
}

Buffered fenced_stores(const options& how) {
  return explore_stores(
      [](atomic<int>& own, atomic<int>& others) {
        own.store(1, std::memory_order_relaxed);
        mcheck::atomic_thread_fence(std::memory_order_seq_cst);
        return others.load(std::memory_order_relaxed);
      },
      how);
}

}  // namespace

TEST_CASE("under RC11 relaxed stores may be seen late, and fences forbid it") {
  CHECK(relaxed_stores({.memory = memory_model::sc}).found == verdict::verified);
  CHECK(relaxed_stores({.executions = 1000, .memory = memory_model::rc11}).found == verdict::bug);
  CHECK(relaxed_stores({.strategy = "dfs", .memory = memory_model::rc11}).found == verdict::bug);
  CHECK(fenced_stores({.memory = memory_model::rc11}).found == verdict::verified);
  CHECK(fenced_stores({.strategy = "dfs", .memory = memory_model::rc11}).found ==
        verdict::verified);
}

TEST_CASE("RC11 is taken if a program needs it and the strategy has it") {
  CHECK(relaxed_stores({}).found == verdict::bug);
  CHECK(relaxed_stores({.strategy = "dfs", .bound = 2}).found == verdict::bug);
  for (const char* const strategy : {"odpor", "sleep", "delay"})
    CHECK(relaxed_stores({.strategy = strategy}).found == verdict::verified);
  CHECK(relaxed_stores({.bound = 2}).found == verdict::verified);
  CHECK(fenced_stores({}).found == verdict::verified);
}

TEST_CASE("to keep going finds one execution for each graph of a store buffer") {
  const Buffered all = relaxed_stores({.stop_after = 0, .memory = memory_model::rc11});
  CHECK(all.found == verdict::bug);
  CHECK(all.executions == 4);  // each load reads one of two values
}

TEST_CASE("a thread that could leave its loop with an older value only spins for ever") {
  const auto until_one = [](const std::string& strategy) {
    return explore(
        [] {
          atomic<int> flag{0};
          thread setter([&] {
            flag.store(1, std::memory_order_relaxed);
            flag.store(0, std::memory_order_relaxed);
          });
          thread waiter([&] {
            while (flag.load(std::memory_order_relaxed) != 1) {
            }
          });
          setter.join();
          waiter.join();
        },
        {.strategy = strategy, .executions = 300, .memory = memory_model::rc11});
  };
  for (const char* const strategy : {"optimal", "dfs", "random"}) {
    INFO(strategy);
    const summary result = until_one(strategy);
    CHECK(result.verdict == verdict::bug);
    CHECK(result.failure == "livelock");
  }
}

}  // namespace mcheck::weak_memory_test
