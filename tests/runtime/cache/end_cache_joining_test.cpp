// SPDX-License-Identifier: MIT
// The end cache may hit when threads have finished and are not joined yet
// (search/driver/end_cache.hpp): with the step cache, and if nothing is done in between that could
// race with what they did.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <mcheck/mcheck.hpp>
#include <vector>

#include "dpor/registry.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/runtime/cache/same_failures.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/table/table_body.hpp"

namespace mcheck::end_cache_joining_test {
namespace {

struct How {
  const char* strategy = "dfs";
  int bound = -1;
  mcheck::Behaviour behaviour{.ignore_leaks = true};
};

struct Found {
  mcheck::SearchReport report;
  std::uint64_t unjoined = 0;  // executions that ended with more than one thread not joined
};

Found search(const std::function<void()>& body, const How& how, bool cached_ends) {
  mcheck::Identities identities;
  mcheck::Machine machine(body, how.behaviour);
  mcheck::Execution execution(identities);
  const auto chosen = mcheck::find_strategy(how.strategy)->make({.bound = how.bound});
  Found found;
  mcheck::SearchOptions options;
  options.executions = 2000;
  options.stop_after = 0;
  options.cached_ends = cached_ends;
  options.cached_steps = true;
  options.on_every_end = [&](mcheck::Ending ending, const auto&) {
    if (ending != mcheck::Ending::kFinished) return;
    const auto unjoined = [](const mcheck::ThreadRecord& thread) {
      return thread.id != mcheck::kMainThread && !thread.joined;
    };
    found.unjoined += std::ranges::count_if(execution.threads(), unjoined) > 1 ? 1 : 0;
  };
  found.report = mcheck::Search(execution, machine, *chosen, options).explore();
  return found;
}

// How many ends were cached with more than one thread not joined.
std::uint64_t compare(const std::function<void()>& body, const How& how) {
  INFO(how.strategy << ", bound " << how.bound);
  const Found with = search(body, how, true);
  const Found without = search(body, how, false);
  CHECK(with.report.executions == without.report.executions);
  CHECK(with.report.redundant == without.report.redundant);
  CHECK(with.report.probes == without.report.probes);
  CHECK(with.report.beyond_bound == without.report.beyond_bound);
  CHECK(without.unjoined == 0);
  CHECK(with.unjoined <= with.report.cached_ends);
  mcheck::check_same_failures(with.report, without.report);
  return with.unjoined;
}

std::uint64_t compare_all(const std::function<void()>& body, How how = {}) {
  std::uint64_t unjoined = 0;
  for (const char* strategy : {"dfs", "trust", "odpor", "optimal"}) {
    for (const int bound : {-1, 1}) {
      how.strategy = strategy;
      how.bound = bound;
      unjoined += compare(body, how);
    }
  }
  return unjoined;
}

// Three threads add to an atomic; main joins them, the last one first, and calls `between` after
// each join.
template <class Between>
auto three_that_add(const Between& between) {
  return [between] {
    mcheck::atomic<int> sum{0};
    std::vector<mcheck::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        sum += 1;
        sum += 1;
      });
    }
    for (; !threads.empty(); threads.pop_back()) {
      threads.back().join();
      between(sum);
    }
  };
}

}  // namespace

TEST_CASE("most ends are cached when the last thread has finished and all are yet to be joined") {
  const Found found = search(three_that_add([](auto&) {}), {.strategy = "trust"}, true);
  CHECK(found.report.executions == 90);
  CHECK(found.unjoined > 45);
  CHECK(compare_all(three_that_add([](auto&) {})) > 200);
}

TEST_CASE("no end is cached early if main does something between two joins") {
  CHECK(compare_all(three_that_add([](mcheck::atomic<int>& sum) { (void)sum.load(); })) == 0);
  CHECK(compare_all(three_that_add([](auto&) { const mcheck::shared<int> data{0}; })) == 0);
  CHECK(compare_all(three_that_add([](auto&) { const mcheck::atomic<int> other{0}; })) == 0);
}

TEST_CASE("a thread that has finished and is not joined races with what main does") {
  const auto body = [](bool early) {
    return [early] {
      mcheck::shared<int> data{0};
      mcheck::atomic<int> turns{0};
      mcheck::thread writes([&] {
        if (turns.fetch_add(1) == 0) data = 1;
      });
      mcheck::thread other([&] { turns += 1; });
      other.join();
      if (early) (void)static_cast<int>(data);
      writes.join();
      if (!early) (void)static_cast<int>(data);
    };
  };
  compare_all(body(true));
  compare_all(body(false));
  CHECK(search(body(true), {}, true).report.failing > 0);
  CHECK(search(body(false), {}, true).report.failing == 0);
}

TEST_CASE("the last writer is another after the first join, with all that follows from it") {
  compare_all([] {
    mcheck::atomic<int> x{0};
    mcheck::atomic<int> y{0};
    mcheck::thread one([&] {
      y.store(1);
      x.exchange(1);
    });
    mcheck::mutex kept;
    mcheck::thread two([&] {
      int expected = 2;
      x.compare_exchange_strong(expected, 3);
      kept.lock();
    });
    mcheck::thread three([&] { x.store(1); });
    two.join();
    y.fetch_add(1);
    one.join();
    three.join();
  });
}

TEST_CASE("with a thread that is never joined, or that joins another, no end is cached early") {
  CHECK(compare_all([] {
          mcheck::atomic<int> sum{0};
          mcheck::thread one([&] { sum += 1; });
          mcheck::thread two([&] {
            sum += 1;
            one.join();
          });
          two.join();
          (void)sum.load();
        }) == 0);
}

TEST_CASE("random programs end as they do when each end is run") {
  const int wanted = mcheck::kAddressSanitizer ? 20 : 200;
  std::uint64_t unjoined = 0;
  for (int seed = 1; seed <= wanted; ++seed) {
    const table::Program program = table::random_program(static_cast<std::uint64_t>(seed), 3);
    INFO("seed " << seed << "\n" << table::text(program));
    const mcheck::Behaviour behaviour{.ignore_races = true, .ignore_leaks = true};
    unjoined += compare_all(table::checked(program, seed), {.behaviour = behaviour});
  }
  CHECK((unjoined > 1000 || mcheck::kAddressSanitizer));
}

}  // namespace mcheck::end_cache_joining_test
