// SPDX-License-Identifier: MIT
// An execution that ends in the end cache (search/driver/end_cache.hpp) reports what it would have
// reported at its end.
#include <catch2/catch.hpp>
#include <functional>
#include <mcheck/mcheck.hpp>
#include <mutex>

#include "dpor/registry.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/runtime/cache/same_failures.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/table/table_body.hpp"

namespace mcheck::end_cache_test {
namespace {

struct How {
  const char* strategy = "dfs";
  int bound = -1;
  std::uint64_t steps = 1000;
  mcheck::Behaviour behaviour{.ignore_races = true, .ignore_leaks = true};
};

mcheck::SearchReport search(const std::function<void()>& body, const How& how, bool cached_ends) {
  mcheck::Identities identities;
  mcheck::Machine machine(body, how.behaviour);
  mcheck::Execution execution(identities);
  const auto chosen = mcheck::find_strategy(how.strategy)->make({.bound = how.bound});
  mcheck::SearchOptions options;
  options.executions = 2000;
  options.steps = how.steps;
  options.stop_after = 0;
  options.cached_ends = cached_ends;
  return mcheck::Search(execution, machine, *chosen, options).explore();
}

// The number of cached ends.
std::uint64_t compare(const std::function<void()>& body, const How& how) {
  INFO(how.strategy << ", bound " << how.bound);
  const mcheck::SearchReport with = search(body, how, true);
  const mcheck::SearchReport without = search(body, how, false);
  CHECK(without.cached_ends == 0);
  CHECK(with.executions == without.executions);
  CHECK(with.redundant == without.redundant);
  CHECK(with.probes == without.probes);
  CHECK(with.cut_off == without.cut_off);
  CHECK(with.beyond_bound == without.beyond_bound);
  mcheck::check_same_failures(with, without);
  return with.cached_ends;
}

std::uint64_t compare(const std::function<void()>& body) {
  std::uint64_t known = 0;
  for (const char* strategy : {"dfs", "trust", "odpor", "optimal"}) {
    for (const int bound : {-1, 1}) known += compare(body, {.strategy = strategy, .bound = bound});
  }
  return known;
}

// Each thread adds one twice, not atomically; then main calls `end`.
template <class End>
auto two_that_add(const End& end) {
  return [end] {
    mcheck::atomic<int> sum{0};
    const auto add = [&] {
      for (int i = 0; i < 2; ++i) sum.store(sum.load() + 1);
    };
    mcheck::thread one(add);
    mcheck::thread two(add);
    one.join();
    two.join();
    end(sum);
  };
}

}  // namespace

TEST_CASE("random programs have the same results with the end cache as when each end is run") {
  const int wanted = mcheck::kAddressSanitizer ? 20 : 400;
  std::uint64_t known = 0;
  for (int seed = 1; seed <= wanted; ++seed) {
    const table::Program program = table::random_program(static_cast<std::uint64_t>(seed), 3);
    INFO("seed " << seed << "\n" << table::text(program));
    const auto body = table::checked(program, seed);
    for (const char* strategy : {"dfs", "trust", "odpor", "source", "sleep"}) {
      for (const int bound : {-1, 1}) {
        known += compare(body, {.strategy = strategy, .bound = bound});
      }
    }
  }
  CHECK((known > 10'000 || mcheck::kAddressSanitizer));
}

TEST_CASE("one end for each value that main finds is run") {
  const auto body = two_that_add([](mcheck::atomic<int>& sum) { (void)sum.load(); });
  const mcheck::SearchReport report = search(body, {}, true);
  CHECK(report.executions >= 16);
  CHECK(report.executions <= report.cached_ends + 3 + 5);  // 2, 3 and 4; and those that are run
                                                           // again
  CHECK(compare(body) > 0);
}

TEST_CASE("an end that fails fails each time") {
  CHECK(compare(two_that_add([](mcheck::atomic<int>& sum) {
          mcheck::check(sum.load() > 2, "most additions count");
        })) > 0);
}

TEST_CASE("an end in which main chooses, or starts a thread, ends in all the ways that it did") {
  compare(two_that_add([](mcheck::atomic<int>& sum) {
    mcheck::check(mcheck::choose(3u) + sum.load() != 4, "not four");
  }));
  compare(two_that_add([](mcheck::atomic<int>& sum) {
    mcheck::thread three([&] { sum += 1; });
    mcheck::check(sum.load() != 2, "not two");
    three.join();
  }));
}

TEST_CASE("object state that only the engine has distinguishes ends") {
  const auto body = [] {
    mcheck::mutex guard;
    mcheck::atomic<bool> first{true};
    mcheck::thread one([&] {
      if (first.exchange(false)) guard.lock();
    });
    mcheck::thread two([&] { first = false; });
    one.join();
    two.join();
    guard.lock();  // blocks for ever, if `one` was first
    guard.unlock();
  };
  compare(body);
  CHECK(search(body, {}, true).failing == 2);
}

TEST_CASE("the spurious failures that are left distinguish ends") {
  const auto body = [] {
    mcheck::mutex guard;
    mcheck::condition_variable changed;
    mcheck::atomic<bool> ready{false};
    mcheck::thread one([&] {
      const std::lock_guard lock(guard);
      ready = true;
      changed.notify_one();
    });
    {
      std::unique_lock lock(guard);
      if (!ready.load()) changed.wait(lock);
    }
    one.join();
    mcheck::check(guard.try_lock(), "nobody else is left");
    guard.unlock();
  };
  const mcheck::Behaviour behaviour{.spurious = 1, .ignore_races = true, .ignore_leaks = true};
  for (const char* strategy : {"dfs", "trust", "odpor"}) {
    compare(body, {.strategy = strategy, .behaviour = behaviour});
  }
}

TEST_CASE("what main does before it has joined all races as it did") {
  const auto body = [] {
    mcheck::shared<int> data{0};
    mcheck::atomic<bool> done{false};
    mcheck::thread one([&] {
      data = 1;
      done = true;
    });
    mcheck::thread two([&] { (void)done.load(); });
    two.join();
    if (!done.load()) (void)static_cast<int>(data);
    one.join();
    (void)static_cast<int>(data);
  };
  for (const char* strategy : {"dfs", "trust", "odpor"}) {
    compare(body, {.strategy = strategy, .behaviour = {.ignore_leaks = true}});
  }
}

TEST_CASE("an end that would reach the limit on steps is run") {
  const auto body = two_that_add([](mcheck::atomic<int>& sum) {
    for (int i = 0; i < 8; ++i) sum.store(i);
  });
  for (std::uint64_t steps = 12; steps < 24; ++steps) compare(body, {.steps = steps});
}

TEST_CASE("blocks that are left on the heap, or were freed, distinguish ends") {
  const auto body = [] {
    mcheck::atomic<int*> kept{nullptr};
    const auto put = [&](int value) { delete kept.exchange(new int(value)); };
    mcheck::thread one([&] { put(1); });
    mcheck::thread two([&] { put(2); });
    one.join();
    two.join();
    const int* const last = kept.load();
    mcheck::check(*last == 1, "the first is the last");
    if (*last == 2) delete last;
  };
  for (const char* strategy : {"dfs", "trust", "odpor"}) {
    compare(body, {.strategy = strategy, .behaviour = {}});
  }
}

}  // namespace mcheck::end_cache_test
