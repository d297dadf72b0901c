// SPDX-License-Identifier: MIT
// Vyukov's bounded queue for many producers and consumers: the thread that increments the count
// owns the cell, and, after it has written or read the item, passes it on by storing its turn.
//
// Wrong form: mpmc_queue.cpp.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

constexpr std::size_t kCells = 2;

class Queue {
 public:
  Queue() {
    for (std::size_t i = 0; i < kCells; ++i) cells_[i].turn.store(i, std::memory_order_relaxed);
  }

  bool try_put(int item) {
    std::size_t at = put_.load(std::memory_order_relaxed);
    while (true) {
      Cell& cell = cells_[at % kCells];
      const std::size_t turn = cell.turn.load(std::memory_order_acquire);
      if (turn < at) return false;
      if (turn > at) {
        at = put_.load(std::memory_order_relaxed);
      } else if (put_.compare_exchange_strong(at, at + 1, std::memory_order_relaxed)) {
        cell.item = item;
        cell.turn.store(at + 1, std::memory_order_release);
        return true;
      }
    }
  }

  bool try_take(int& item) {
    std::size_t at = taken_.load(std::memory_order_relaxed);
    while (true) {
      Cell& cell = cells_[at % kCells];
      const std::size_t turn = cell.turn.load(std::memory_order_acquire);
      if (turn < at + 1) return false;
      if (turn > at + 1) {
        at = taken_.load(std::memory_order_relaxed);
      } else if (taken_.compare_exchange_strong(at, at + 1, std::memory_order_relaxed)) {
        item = cell.item;
        cell.turn.store(at + kCells, std::memory_order_release);
        return true;
      }
    }
  }

 private:
  struct Cell {
    std::atomic<std::size_t> turn{0};
    int item = 0;
  };
  std::array<Cell, kCells> cells_;
  std::atomic<std::size_t> put_{0};
  std::atomic<std::size_t> taken_{0};
};

}  // namespace

int main() {
  Queue queue;
  std::thread one([&] { queue.try_put(1); });
  std::thread two([&] { queue.try_put(2); });
  int sum = 0;
  int item = 0;
  if (queue.try_take(item)) sum += item;
  one.join();
  two.join();
  while (queue.try_take(item)) sum += item;
  assert(sum == 3);
}
