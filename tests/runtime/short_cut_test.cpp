// SPDX-License-Identifier: MIT
// A thread that goes on without coming to rest (search/decider.hpp) does what it would have done.
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <mcheck/mcheck.hpp>

#include "dpor/registry.hpp"
#include "engine/platform/raw_copy.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/search/search.hpp"
#include "tests/support/random_programs.hpp"
#include "tests/support/table_body.hpp"

namespace {

mcheck::SearchReport search(const std::function<void()>& body, const char* strategy,
                            bool short_cuts) {
  mcheck::Identities identities;
  mcheck::Machine machine(body, {.ignore_races = true, .ignore_leaks = true});
  mcheck::Execution execution(identities);
  const auto chosen = mcheck::find_strategy(strategy)->make({});
  mcheck::SearchOptions options;
  options.executions = 200;
  options.steps = 1000;
  options.stop_after = 0;
  options.fingerprint_traces = true;
  options.short_cuts = short_cuts;
  return mcheck::Search(execution, machine, *chosen, options).explore();
}

}  // namespace

TEST_CASE("threads that go on without coming to rest change no trace of any search") {
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

// Where it can only give up it is offered after all others: its way has another number there than
// the way of a thread that goes on.
TEST_CASE("a thread may come to a lock that it can only give up without having rested before") {
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
