// SPDX-License-Identifier: MIT
// A thread that runs ahead without suspending (search/steps/inline_scheduler.hpp) does what it
// would have done otherwise.
#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <mcheck/mcheck.hpp>

#include "dpor/registry.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/runtime/cache/same_failures.hpp"
#include "tests/support/generators/random_programs.hpp"
#include "tests/support/table/table_body.hpp"

namespace mcheck::run_ahead_test {
namespace {

mcheck::SearchReport search(const std::function<void()>& body, const char* strategy,
                            bool inline_scheduling,
                            const mcheck::Behaviour& behaviour = {.ignore_races = true,
                                                                  .ignore_leaks = true}) {
  mcheck::Identities identities;
  mcheck::Machine machine(body, behaviour);
  mcheck::Execution execution(identities);
  const auto chosen = mcheck::find_strategy(strategy)->make({});
  mcheck::SearchOptions options;
  options.executions = 200;
  options.steps = 1000;
  options.stop_after = 0;
  options.fingerprint_traces = true;
  options.inline_scheduling = inline_scheduling;
  return mcheck::Search(execution, machine, *chosen, options).explore();
}

constexpr std::array kStrategies = {"dfs", "trust", "odpor", "random", "pct"};

void check_same(const mcheck::SearchReport& with, const mcheck::SearchReport& without) {
  CHECK(with.executions == without.executions);
  CHECK(with.traces == without.traces);
  CHECK(with.events == without.events);
  CHECK(with.probes == without.probes);
  mcheck::check_same_failures(with, without);
}

// Main is the only thread left: it loads several times in a row, changes something, and loads
// again.
void load_when_alone(unsigned loads) {
  std::array<mcheck::atomic<int>, 3> numbers{};
  mcheck::thread one([&] { numbers[0] += 1; });
  mcheck::thread two([&] { numbers[1] += numbers[0].load(); });
  one.join();
  two.join();
  int sum = 0;
  for (unsigned i = 0; i < loads; ++i) sum += numbers[i % 3].load();
  numbers[2].fetch_add(sum);
  for (unsigned i = 0; i < loads; ++i) sum += numbers[i % 3].load();
  int none = 5;
  (void)numbers[1].compare_exchange_strong(none, 7);
  mcheck::check(numbers[2].load() <= static_cast<int>(loads), "few");
}

}  // namespace

TEST_CASE("threads that run ahead without suspending change no trace of any search") {
  const int wanted = mcheck::kAddressSanitizer ? 20 : 300;
  for (int seed = 1; seed <= wanted; ++seed) {
    const table::Program program = table::random_program(static_cast<std::uint64_t>(seed), 3);
    for (const char* strategy : {"dfs", "trust", "odpor", "random", "pct"}) {
      INFO("seed " << seed << ", " << strategy << "\n" << table::text(program));
      const auto body = [&program] { (void)table::run(program); };
      const mcheck::SearchReport with = search(body, strategy, true);
      const mcheck::SearchReport without = search(body, strategy, false);
      REQUIRE(with.executions == without.executions);
      REQUIRE(with.traces == without.traces);
      REQUIRE(with.events == without.events);
      REQUIRE(with.stop == without.stop);
    }
  }
}

// A thread that can only give up is offered after all others: its alternative has another number
// then.
TEST_CASE(
    "a thread may reach a lock that it can only give up without having been suspended before") {
  const auto body = [] {
    mcheck::timed_mutex lock;
    mcheck::atomic<int> number{0};
    mcheck::thread other([&] {
      ++number;
      --number;
      if (lock.try_lock_for(std::chrono::seconds(5))) lock.unlock();
    });
    lock.lock();
    lock.unlock();
    other.join();
  };
  for (const auto& [strategy, executions] :
       {std::pair{"dfs", 10}, std::pair{"trust", 3}, std::pair{"odpor", 3}}) {
    INFO(strategy);
    const mcheck::SearchReport with = search(body, strategy, true);
    const mcheck::SearchReport without = search(body, strategy, false);
    CHECK(with.stop == mcheck::SearchReport::Stop::kExhausted);
    CHECK(with.executions == static_cast<std::uint64_t>(executions));
    CHECK(with.traces == without.traces);
  }
}

TEST_CASE("the only thread left loads while it runs ahead as it would when suspended") {
  for (unsigned loads = 1; loads < 8; ++loads) {
    for (const char* strategy : kStrategies) {
      INFO(strategy << ", " << loads);
      const auto body = [loads] { load_when_alone(loads); };
      check_same(search(body, strategy, true), search(body, strategy, false));
    }
  }
}

TEST_CASE("an endless loop of the only thread left is found") {
  for (unsigned places = 1; places <= 6; ++places) {
    for (const char* strategy : kStrategies) {
      INFO(strategy << ", a turn of " << places);
      const auto body = [places] {
        std::array<mcheck::atomic<int>, 6> numbers{};
        mcheck::thread other([&] { numbers[0] = 1; });
        other.join();
        for (bool found = false; !found;) {
          for (unsigned i = 0; i < places; ++i) found = found || numbers[i].load() == 2;
        }
      };
      const mcheck::SearchReport with = search(body, strategy, true);
      check_same(with, search(body, strategy, false));
      REQUIRE(with.failures.size() == 1);
      CHECK(with.failures[0].failure.kind == mcheck::FailureKind::kLivelock);
    }
  }
}

TEST_CASE("the only thread left is ordered after what it reads, and after nothing else") {
  for (const auto order : {std::memory_order_acquire, std::memory_order_relaxed}) {
    const auto body = [order] {
      struct Both {
        mcheck::shared<int> data{0};
        mcheck::atomic<int> flag{0};
      };
      Both& both = *new Both;  // main may end first
      mcheck::thread other([&both] {
        both.data = 1;
        both.flag.store(1, std::memory_order_release);
      });
      other.detach();
      if (both.flag.load(order) == 1) mcheck::check(both.data == 1, "seen");
    };
    for (const char* strategy : kStrategies) {
      INFO(strategy);
      const mcheck::SearchReport with = search(body, strategy, true, {.ignore_leaks = true});
      check_same(with, search(body, strategy, false, {.ignore_leaks = true}));
      CHECK(with.failures.size() == (order == std::memory_order_relaxed ? 1 : 0));
    }
  }
}

// A weak exchange that finds the expected value may still fail, and has two alternatives.
TEST_CASE("a thread that runs in another's place may change what that one could do") {
  const auto body = [] {
    mcheck::atomic<int> number{0};
    mcheck::thread other([&] {
      ++number;
      ++number;
      ++number;
    });
    for (int i = 0; i < 3; ++i) ++number;
    int expected = 4;
    number.compare_exchange_weak(expected, 10);
    ++number;
    other.join();
  };
  for (const char* strategy : {"dfs", "trust", "odpor", "random", "pct"}) {
    INFO(strategy);
    const mcheck::Behaviour spurious = {.spurious = 1, .ignore_races = true, .ignore_leaks = true};
    const mcheck::SearchReport with = search(body, strategy, true, spurious);
    const mcheck::SearchReport without = search(body, strategy, false, spurious);
    CHECK(with.executions == without.executions);
    CHECK(with.traces == without.traces);
    CHECK(with.events == without.events);
  }
}

}  // namespace mcheck::run_ahead_test
