// SPDX-License-Identifier: MIT
// Dining philosophers, repaired: each takes the fork with the smaller number first. The holder of
// the highest fork taken needs no other fork, so one of them can always continue.
//
// Wrong form: philosophers.cpp.
#include <algorithm>
#include <deque>
#include <mcheck/mcheck.hpp>
#include <mutex>
#include <vector>

MCHECK_PROGRAM(philosophers_right, "n philosophers (argument) take the lower fork first") {
  const auto n = mcheck::argument<std::size_t>(0, 3);
  std::deque<mcheck::mutex> forks(n);
  std::vector<mcheck::thread> philosophers;
  for (std::size_t i = 0; i < n; ++i) {
    philosophers.emplace_back([&, i] {
      const auto [lower, higher] = std::minmax({i, (i + 1) % n});
      const std::lock_guard first(forks[lower]);
      const std::lock_guard second(forks[higher]);
    });
  }
  for (mcheck::thread& philosopher : philosophers) philosopher.join();
}
