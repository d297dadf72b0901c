// SPDX-License-Identifier: MIT
// Families on locks. See variables.cpp for what the counts mean.
#include <algorithm>
#include <deque>
#include <mutex>

#include "team.hpp"

// Classes: (TK)! / (K!)^T, the orders of the critical sections.
MCHECK_PROGRAM(locks, "T threads lock, count and unlock, K times each; arguments: T K") {
  const unsigned threads = mcheck::argument(0, 2u);
  const unsigned times = mcheck::argument(1, 2u);
  mcheck::mutex guard{"guard"};
  unsigned count = 0;  // protected by guard
  team(threads, [&](unsigned) {
    for (unsigned k = 0; k < times; ++k) {
      const std::lock_guard lock(guard);
      ++count;
    }
  });
  mcheck::check(count == threads * times, "all sections count");
}

// Classes: 2^N − 1, the orders of the two neighbours at each fork, except for one of the two cyclic
// combinations; the other one is a deadlock.
MCHECK_PROGRAM(philosophers, "N philosophers lock the left fork, then the right; argument: N") {
  const unsigned n = mcheck::argument(0, 3u);
  std::deque<mcheck::mutex> forks(n);
  team(n, [&](unsigned i) {
    const std::lock_guard left(forks[i]);
    const std::lock_guard right(forks[(i + 1) % n]);
  });
}

// Classes: 2^N − 2, the same without either cyclic combination.
MCHECK_PROGRAM(ordered_philosophers, "N philosophers lock the lower fork first; argument: N") {
  const unsigned n = mcheck::argument(0, 3u);
  std::deque<mcheck::mutex> forks(n);
  team(n, [&](unsigned i) {
    const auto [lower, higher] = std::minmax({i, (i + 1) % n});
    const std::lock_guard first(forks[lower]);
    const std::lock_guard second(forks[higher]);
  });
}

// Classes: N!, the orders of the tickets.
MCHECK_PROGRAM(ticket_lock, "N threads draw tickets and wait for their number; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  mcheck::atomic<unsigned> next{0, "next"};
  mcheck::atomic<unsigned> serving{0, "serving"};
  unsigned count = 0;  // protected by the lock
  team(n, [&](unsigned) {
    const unsigned mine = next.fetch_add(1);
    while (serving.load() != mine) {
    }
    ++count;
    serving.store(mine + 1);
  });
  mcheck::check(count == n, "all sections count");
}
