// SPDX-License-Identifier: MIT
// Vyukov's bounded queue for many producers and consumers, with relaxed items: the thread that
// increments the count owns the cell, and passes it on by storing its turn.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

constexpr unsigned kCells = 2;

struct Cell {
  std::atomic<unsigned> turn;
  std::atomic<int> item;
};

std::array<Cell, kCells> cells{{{0, 0}, {1, 0}}};
std::atomic<unsigned> put_count{0};
std::atomic<unsigned> taken_count{0};

bool try_put(int item) {
  unsigned place = put_count.load(kRelaxed);
  while (true) {
    Cell& cell = cells[place % kCells];
    const unsigned turn = cell.turn.load(kAcquire);
    if (turn < place) return false;
    if (turn > place) {
      place = put_count.load(kRelaxed);
    } else if (put_count.compare_exchange_strong(place, place + 1, kRelaxed)) {
      cell.item.store(item, kRelaxed);
      cell.turn.store(place + 1, at("put", kRelease));
      return true;
    }
  }
}

int try_take() {
  unsigned place = taken_count.load(kRelaxed);
  while (true) {
    Cell& cell = cells[place % kCells];
    const unsigned turn = cell.turn.load(at("see", kAcquire));
    if (turn < place + 1) return 0;
    if (turn > place + 1) {
      place = taken_count.load(kRelaxed);
    } else if (taken_count.compare_exchange_strong(place, place + 1, kRelaxed)) {
      const int item = cell.item.load(kRelaxed);
      cell.turn.store(place + kCells, kRelease);
      assert(item != 0);
      return item;
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"put", "see"});
  std::thread one([] { try_put(1); });
  std::thread two([] { try_put(2); });
  int sum = try_take();
  one.join();
  two.join();
  while (const int item = try_take()) sum += item;
  assert(sum == 3);
}
