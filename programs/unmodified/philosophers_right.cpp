// SPDX-License-Identifier: MIT
// Dining philosophers, repaired: each takes the fork with the smaller number first. The holder of
// the highest fork taken needs no other fork, so one of them can always continue.
//
// The twin of programs/classic/philosophers_right.cpp. Wrong form: philosophers.cpp.
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 3;
  std::deque<std::mutex> forks(n);
  std::vector<std::thread> philosophers;
  for (std::size_t i = 0; i < n; ++i) {
    philosophers.emplace_back([&, i] {
      const auto [lower, higher] = std::minmax({i, (i + 1) % n});
      const std::lock_guard first(forks[lower]);
      const std::lock_guard second(forks[higher]);
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
}
