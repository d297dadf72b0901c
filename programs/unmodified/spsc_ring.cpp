// SPDX-License-Identifier: MIT
// A lock-free ring of two places for one producer and one consumer; the producer counts the item
// before it writes it.
//
// The consumer relies on the count, and takes the old content of the place.
//
// The twin of programs/queues/spsc_ring.cpp. Right form: spsc_ring_right.cpp, where the item is
// written first.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

class Ring {
 public:
  bool try_put(int item) {
    const unsigned put = put_.load();
    if (put - taken_.load() == places_.size()) return false;
    put_.store(put + 1);
    places_[put % places_.size()] = item;
    return true;
  }

  bool try_take(int& item) {
    const unsigned taken = taken_.load();
    if (put_.load() == taken) return false;
    item = places_[taken % places_.size()];
    taken_.store(taken + 1);
    return true;
  }

 private:
  std::array<int, 2> places_ = {};
  std::atomic<unsigned> put_{0};
  std::atomic<unsigned> taken_{0};
};

}  // namespace

int main() {
  const int times = 3;
  Ring ring;
  int put = 0;

  std::thread producer([&] {
    for (int i = 0; i < times; ++i) {
      if (ring.try_put(put + 1)) ++put;
    }
  });
  int taken = 0;
  std::thread consumer([&] {
    for (int i = 0, item = 0; i < times; ++i) {
      if (!ring.try_take(item)) continue;
      ++taken;
      assert(item == taken && "first in, first out");
    }
  });
  producer.join();
  consumer.join();

  for (int item = 0; ring.try_take(item);) {
    ++taken;
    assert(item == taken && "first in, first out");
  }
  assert(taken == put && "all are taken");
}
