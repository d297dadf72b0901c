// SPDX-License-Identifier: MIT
// Real threads that spin: every randomised strategy completes them.
#include <catch2/catch.hpp>

#include <mcheck/mcheck.hpp>

namespace mcheck::spin_strategies_test {
namespace {

// One thread spins on a flag that another sets.
void spin() {
  mcheck::atomic<bool> flag{false};
  mcheck::shared<int> data{0};
  mcheck::thread waits([&] {
    while (!flag.load()) {
    }
    mcheck::check(data.load() == 7, "published before the flag");
  });
  mcheck::thread sets([&] {
    data.store(7);
    flag.store(true);
  });
  waits.join();
  sets.join();
}

// A ticket lock: each thread spins until its number is served.
void tickets() {
  mcheck::atomic<unsigned> next{0};
  mcheck::atomic<unsigned> serving{0};
  int inside = 0;
  const auto work = [&] {
    const unsigned mine = next.fetch_add(1);
    while (serving.load() != mine) {
    }
    mcheck::check(++inside == 1, "alone");
    mcheck::yield();
    --inside;
    serving.fetch_add(1);
  };
  mcheck::thread one(work);
  mcheck::thread two(work);
  mcheck::thread three(work);
  one.join();
  two.join();
  three.join();
}

}  // namespace

TEST_CASE("loops that spin on a flag or a ticket end, and are no failure") {
  for (const char* strategy : {"random", "pct", "pos", "surw", "urw", "portfolio"}) {
    INFO(strategy);
    const mcheck::options how = {.strategy = strategy, .executions = 300, .seed = 1};
    const mcheck::summary spinning = mcheck::explore(spin, how);
    CHECK(spinning.failure == "");
    CHECK(spinning.executions == 300);
    const mcheck::summary waiting = mcheck::explore(tickets, how);
    CHECK(waiting.failure == "");
    CHECK(waiting.executions == 300);
  }
}

}  // namespace mcheck::spin_strategies_test
