// SPDX-License-Identifier: MIT
// Dining philosophers [Dijkstra 1965]: n of them sit around a table, with a fork between any two
// neighbours. Each takes the left fork, then the right one.
//
// If all hold their left fork, all wait for their right one: a deadlock. The argument is n, three
// by default.
//
// The twin of programs/classic/philosophers.cpp. Right form: philosophers_right.cpp.
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
      const std::lock_guard left(forks[i]);
      const std::lock_guard right(forks[(i + 1) % n]);
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
}
