// SPDX-License-Identifier: MIT
// A lock-free ring of two places for one producer and one consumer; the producer counts the item
// before it writes it.
//
// The consumer relies on the count, and takes the old content of the place.
//
// Right form: spsc_ring_right.cpp, where the item is written first.
#include <array>
#include <mcheck/mcheck.hpp>

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
  std::array<mcheck::shared<int>, 2> places_;
  mcheck::atomic<unsigned> put_{0, "put"};
  mcheck::atomic<unsigned> taken_{0, "taken"};
};

}  // namespace

MCHECK_PROGRAM(spsc_ring, "one thread puts, one takes, each N times; argument: N") {
  const int times = mcheck::argument(0, 3);
  Ring ring;
  int put = 0;

  mcheck::thread producer([&] {
    for (int i = 0; i < times; ++i) {
      if (ring.try_put(put + 1)) ++put;
    }
  });
  int taken = 0;
  mcheck::thread consumer([&] {
    for (int i = 0, item = 0; i < times; ++i) {
      if (ring.try_take(item)) mcheck::check(item == ++taken, "first in, first out");
    }
  });
  producer.join();
  consumer.join();

  for (int item = 0; ring.try_take(item);) mcheck::check(item == ++taken, "first in, first out");
  mcheck::check(taken == put, "all are taken");
}
