// SPDX-License-Identifier: MIT
// Loops that poll: docs/algorithms/spin_loops.md.
#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include <mcheck/mcheck.hpp>

namespace {

using mcheck::atomic;

std::uint64_t factorial(unsigned n) { return n <= 1 ? 1 : n * factorial(n - 1); }

// Each of n threads runs it once, told its number.
void team(unsigned n, const std::function<void(unsigned)>& body) {
  std::vector<mcheck::thread> threads;
  for (unsigned i = 0; i < n; ++i) threads.emplace_back([&body, i] { body(i); });
  for (mcheck::thread& thread : threads) thread.join();
}

struct Tas {
  atomic<bool> taken{false, "taken"};
  void lock() {
    while (taken.exchange(true)) {
    }
  }
  void unlock() { taken.store(false); }
};

struct Ticket {
  atomic<unsigned> next{0, "next"};
  atomic<unsigned> serving{0, "serving"};
  void lock() {
    const unsigned mine = next.fetch_add(1);
    while (serving.load() != mine) {
    }
  }
  void unlock() { serving.store(serving.load() + 1); }
};

template <class Lock>
mcheck::summary lock_once(unsigned n, const char* strategy) {
  return mcheck::explore(
      [n] {
        Lock lock;
        int inside = 0;
        team(n, [&](unsigned) {
          lock.lock();
          mcheck::check(++inside == 1, "one thread at a time");
          --inside;
          lock.unlock();
        });
      },
      {.strategy = strategy, .seconds = 20});
}

}  // namespace

TEST_CASE("first") {
  for (unsigned n = 2; n <= 3; ++n) {
    for (const char* s : {"trust", "dfs"}) {
      const mcheck::summary a = lock_once<Tas>(n, s);
      WARN("tas " << n << s << " " << a.executions << " " << a.failure << a.message << " events "
                  << a.events);
      const mcheck::summary b = lock_once<Ticket>(n, s);
      WARN("ticket " << n << s << " " << b.executions << " " << b.failure << b.message << " events "
                     << b.events);
    }
  }
}
