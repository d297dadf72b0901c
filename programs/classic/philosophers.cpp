// SPDX-License-Identifier: MIT
// Dining philosophers [Dijkstra 1965]: n of them sit around a table, with a fork between any two
// neighbours. Each takes the left fork, then the right one.
//
// If all hold their left fork, all wait for their right one: a deadlock. The argument is n, three
// by default: `mcheck explore philosophers -- 4`.
//
// Right form: philosophers_right.cpp.
#include <deque>
#include <mcheck/mcheck.hpp>
#include <mutex>
#include <vector>

MCHECK_PROGRAM(philosophers, "n philosophers (argument) take the left fork, then the right") {
  const auto n = mcheck::argument<std::size_t>(0, 3);
  std::deque<mcheck::mutex> forks(n);
  std::vector<mcheck::thread> philosophers;
  for (std::size_t i = 0; i < n; ++i) {
    philosophers.emplace_back([&, i] {
      const std::lock_guard left(forks[i]);
      const std::lock_guard right(forks[(i + 1) % n]);
    });
  }
  for (mcheck::thread& philosopher : philosophers) philosopher.join();
}
