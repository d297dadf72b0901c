// SPDX-License-Identifier: MIT
// Dining philosophers [Dijkstra 1965]: n of them around a table, a fork between any two, and each
// takes the fork on his left, then the one on his right.
//
// If all have taken their left fork, all wait for their right one. The argument says how many;
// three if it is not there.
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
