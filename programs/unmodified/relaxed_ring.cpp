// SPDX-License-Identifier: MIT
// A ring for one producer and one consumer whose steps are in the right order, but whose counts are
// relaxed. They order nothing, so the item may be read while it is written.
//
// No interleaving shows it, only happens-before in C++. Right form: relaxed_ring_right.cpp.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

class Ring {
 public:
  bool try_put(int item) {
    const unsigned put = put_.load(std::memory_order_relaxed);
    if (put - taken_.load(std::memory_order_relaxed) == places_.size()) return false;
    places_[put % places_.size()] = item;
    put_.store(put + 1, std::memory_order_relaxed);
    return true;
  }

  bool try_take(int& item) {
    const unsigned taken = taken_.load(std::memory_order_relaxed);
    if (put_.load(std::memory_order_relaxed) == taken) return false;
    item = places_[taken % places_.size()];
    taken_.store(taken + 1, std::memory_order_relaxed);
    return true;
  }

 private:
  std::array<int, 1> places_ = {};
  std::atomic<unsigned> put_{0};
  std::atomic<unsigned> taken_{0};
};

}  // namespace

int main() {
  Ring ring;
  std::thread producer([&] {
    for (int item = 1; item <= 2; ++item) ring.try_put(item);
  });
  int last = 0;
  for (int i = 0, item = 0; i < 2; ++i) {
    if (!ring.try_take(item)) continue;
    assert(item > last);
    last = item;
  }
  producer.join();
}
