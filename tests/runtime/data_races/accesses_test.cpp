// SPDX-License-Identifier: MIT
// Real threads that report plain accesses as hooks would: a race is found in some schedule, or
// there is none in any.
#include "engine/runtime/data_races/accesses.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>

#include <mcheck/mcheck.hpp>

#include "dpor/registry.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"

namespace mcheck::accesses_test {
namespace {

using mcheck::Backtrack;

[[gnu::noinline]] void reads(const int& x) {
  mcheck::plain_access(&x, sizeof x, false, __builtin_return_address(0));
}
[[gnu::noinline]] void writes(const int& x) {
  mcheck::plain_access(&x, sizeof x, true, __builtin_return_address(0));
}

struct Found {
  std::string kind;  // empty: none
  std::string message;
  bool both_places = false;
  bool exhausted = false;
};

Found explore(const std::function<void()>& body, const char* strategy, Backtrack backtrack,
              bool capture = false) {
  mcheck::Identities identities;
  mcheck::Machine machine(body, {});
  machine.capture_locations(capture);
  machine.watch_plain_accesses(true);
  mcheck::Execution execution(identities);
  const auto chosen = mcheck::find_strategy(strategy)->make({});
  mcheck::Search search(execution, machine, *chosen,
                        {.seconds = 20, .steps = 1000, .backtrack = backtrack});
  const mcheck::SearchReport report = search.explore();
  Found found;
  found.exhausted = report.stop == mcheck::SearchReport::Stop::kExhausted;
  if (report.failures.empty()) return found;
  const mcheck::Failure& failure = report.failures[0].failure;
  found.kind = name_of(failure.kind);
  found.message = failure.message;
  if (failure.kind == mcheck::FailureKind::kRace) {
    found.both_places =
        machine.race().now.caller != nullptr && machine.race().before.caller != nullptr;
  }
  return found;
}

void check_all(const std::function<void()>& body, const std::string& kind) {
  for (const char* strategy : {"dfs", "optimal", "trust"}) {
    for (const Backtrack backtrack : {Backtrack::kRestore, Backtrack::kRerun}) {
      const Found found = explore(body, strategy, backtrack);
      INFO(strategy << ": " << found.message);
      CHECK(found.kind == kind);
      if (kind.empty()) CHECK(found.exhausted);
    }
  }
}

// Two threads: the first publishes x, the second checks whether it has been published.
void publish(mcheck::memory_order store, mcheck::memory_order load) {
  mcheck::atomic<int> flag{0};
  int x = 0;
  mcheck::thread one([&] {
    writes(x);
    flag.store(1, store);
  });
  mcheck::thread two([&] {
    if (flag.load(load) == 1) reads(x);
  });
  one.join();
  two.join();
  writes(x);
}

void wait_for(mcheck::memory_order store, mcheck::memory_order load, bool reads_meanwhile) {
  mcheck::atomic<int> flag{0};
  int x = 0;
  mcheck::thread one([&] {
    writes(x);
    flag.store(1, store);
  });
  while (flag.load(load) == 0) {
    if (reads_meanwhile) reads(x);
  }
  reads(x);
  one.join();
}

}  // namespace

TEST_CASE("two threads that count without a lock race, and with one they do not") {
  for (const bool locked : {false, true}) {
    const auto body = [locked] {
      mcheck::mutex guard;
      int count = 0;
      const auto work = [&] {
        if (locked) guard.lock();
        reads(count);
        writes(count);
        if (locked) guard.unlock();
      };
      mcheck::thread one(work);
      mcheck::thread two(work);
      one.join();
      two.join();
      reads(count);
    };
    check_all(body, locked ? "" : "race");
  }
}

TEST_CASE("a message says who does what to which bytes, and who did before") {
  const auto body = [] {
    int x = 0;
    mcheck::thread one([&] { writes(x); });
    mcheck::yield();
    reads(x);
    one.join();
  };
  const Found found = explore(body, "dfs", Backtrack::kAutomatic);
  CHECK_THAT(found.message, Catch::StartsWith("data race on 4 bytes on the stack of main: "));
  CHECK_THAT(found.message, Catch::EndsWith(" before, and nothing orders them"));
  CHECK_FALSE(found.both_places);
  CHECK(explore(body, "dfs", Backtrack::kAutomatic, true).both_places);
}

TEST_CASE("publishing through an atomic is a race or none by its memory orders") {
  using enum mcheck::memory_order;
  check_all([] { publish(release, acquire); }, "");
  check_all([] { publish(seq_cst, seq_cst); }, "");
  check_all([] { publish(relaxed, acquire); }, "race");
  check_all([] { publish(release, relaxed); }, "race");
}

TEST_CASE("fences make relaxed atomics publish") {
  for (const bool fences : {true, false}) {
    const auto body = [fences] {
      mcheck::atomic<int> flag{0};
      int x = 0;
      mcheck::thread one([&] {
        writes(x);
        if (fences) mcheck::atomic_thread_fence(mcheck::memory_order::release);
        flag.store(1, mcheck::memory_order::relaxed);
      });
      if (flag.load(mcheck::memory_order::relaxed) == 1) {
        mcheck::atomic_thread_fence(mcheck::memory_order::acquire);
        reads(x);
      }
      one.join();
    };
    check_all(body, fences ? "" : "race");
  }
}

// It did for ever: what a replay of a cycle of states had found stayed news.
TEST_CASE("a search without states does not restart for what one with states has found") {
  using enum mcheck::memory_order;
  mcheck::Identities identities;
  mcheck::Machine machine([] { publish(release, acquire); }, {});
  machine.watch_plain_accesses(true);
  mcheck::Execution execution(identities);
  const auto pause = [&](const mcheck::SearchReport&) { return machine.needs_more_records(); };
  const auto search = [&](const char* strategy) {
    const auto chosen = mcheck::find_strategy(strategy)->make({});
    return mcheck::Search(execution, machine, *chosen,
                          {.seconds = 20, .steps = 1000, .pause = pause})
        .explore()
        .stop;
  };
  CHECK(search("states") == mcheck::SearchReport::Stop::kPaused);
  CHECK(search("dfs") == mcheck::SearchReport::Stop::kExhausted);
}

TEST_CASE("a spin loop is ordered after what it waits for, if the memory orders say so") {
  using enum mcheck::memory_order;
  check_all([] { wait_for(release, acquire, false); }, "");
  check_all([] { wait_for(relaxed, acquire, false); }, "race");
  check_all([] { wait_for(release, relaxed, false); }, "race");
}

TEST_CASE("what a spin loop reads meanwhile races, although idle iterations are not run") {
  using enum mcheck::memory_order;
  check_all([] { wait_for(release, acquire, true); }, "race");
}

TEST_CASE("what a spin loop reads meanwhile may be ordered by the atomic that it spins on") {
  using enum mcheck::memory_order;
  for (const auto order : {acquire, relaxed}) {
    const auto body = [order] {
      mcheck::atomic<int> stage{0};
      int x = 0;
      mcheck::thread one([&] {
        writes(x);
        stage.store(1, release);
        stage.store(2, release);
      });
      if (stage.load(relaxed) == 1) {
        while (stage.load(order) == 1) {
          if (order == relaxed) mcheck::atomic_thread_fence(acquire);
          reads(x);
        }
      }
      one.join();
    };
    check_all(body, "");
  }
}

TEST_CASE("memory that is used after it was given back is found, in the schedules that do") {
  const auto body = [] {
    mcheck::mutex guard;
    bool gone = false;
    int value = 0;
    int* const block = &value;
    mcheck::memory_allocated(block, sizeof *block);
    mcheck::thread one([&] {
      const mcheck::lock_guard lock(guard);
      mcheck::memory_freed(block, sizeof *block, __builtin_return_address(0));
      gone = true;
    });
    {
      const mcheck::lock_guard lock(guard);
      reads(*block);
    }
    one.join();
  };
  check_all(body, "use-after-free");
  const Found found = explore(body, "dfs", Backtrack::kAutomatic);
  CHECK_THAT(found.message, Catch::StartsWith("use after free of 4 bytes"));
  CHECK_THAT(found.message, Catch::EndsWith("main reads; T1 freed them before"));
}

TEST_CASE("hooks do nothing while no detector is active") {
  int x = 0;
  writes(x);
  mcheck::memory_freed(&x, sizeof x, nullptr);
  writes(x);
  const auto body = [] {
    int y = 0;
    mcheck::thread one([&] { writes(y); });
    writes(y);
    one.join();
  };
  CHECK(mcheck::explore(body, {.strategy = "dfs"}).verdict == mcheck::verdict::verified);
}

}  // namespace mcheck::accesses_test
