// SPDX-License-Identifier: MIT
// A ring of one cell between one producer and one consumer. The cell is plain: without the orders
// of the two counts it is a data race.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

constexpr unsigned kCells = 1;
std::array<int, kCells> cells;
std::atomic<unsigned> put_count{0};
std::atomic<unsigned> taken_count{0};

bool try_put(int item) {
  const unsigned put = put_count.load(kRelaxed);
  if (put - taken_count.load(at("room", kAcquire)) == kCells) return false;
  cells[put % kCells] = item;
  put_count.store(put + 1, at("put", kRelease));
  return true;
}

bool try_take(int& item) {
  const unsigned taken = taken_count.load(kRelaxed);
  if (put_count.load(at("see", kAcquire)) == taken) return false;
  item = cells[taken % kCells];
  taken_count.store(taken + 1, at("take", kRelease));
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"room", "put", "see", "take"});
  std::thread producer([] {
    try_put(1);
    try_put(2);
  });
  int last = 0;
  for (int i = 0; i < 2; ++i) {
    int item = 0;
    if (!try_take(item)) continue;
    assert(item == last + 1);
    last = item;
  }
  producer.join();
}
