// SPDX-License-Identifier: MIT
// Spin locks as they are usually written. Pause is what a waiting loop does in an iteration:
// nothing, or yield.
#pragma once

#include <array>

#include "tests/runtime/loops/spinning.hpp"

namespace spinning {

using mcheck::atomic;

struct Bare {
  static void pause() {}
};
struct Yielding {
  static void pause() { mcheck::this_thread::yield(); }
};

template <class Pause>
struct Tas {
  atomic<bool> taken{false, "taken"};
  void lock(unsigned) {
    while (taken.exchange(true)) Pause::pause();
  }
  void unlock(unsigned) { taken.store(false); }
};

template <class Pause>
struct Flag {
  mcheck::atomic_flag taken{"taken"};
  void lock(unsigned) {
    while (taken.test_and_set()) Pause::pause();
  }
  void unlock(unsigned) { taken.clear(); }
};

template <class Pause>
struct Ttas {
  atomic<bool> taken{false, "taken"};
  void lock(unsigned) {
    for (;;) {
      while (taken.load()) Pause::pause();
      if (!taken.exchange(true)) return;
    }
  }
  void unlock(unsigned) { taken.store(false); }
};

template <class Pause>
struct Cas {
  atomic<int> owner{0, "owner"};
  void lock(unsigned me) {
    int expected = 0;
    while (!owner.compare_exchange_weak(expected, static_cast<int>(me) + 1)) {
      expected = 0;
      Pause::pause();
    }
  }
  void unlock(unsigned) { owner.store(0); }
};

template <class Pause>
struct Ticket {
  atomic<unsigned> next{0, "next"};
  atomic<unsigned> serving{0, "serving"};
  unsigned now = 0;  // the number being served; only the holder of the lock uses it
  void lock(unsigned) {
    const unsigned mine = next.fetch_add(1);
    while (serving.load() != mine) Pause::pause();
  }
  void unlock(unsigned) { serving.store(++now); }
};

template <class Pause>
struct Clh {
  std::array<atomic<bool>, 5> busy{};
  std::array<unsigned, 4> before{};
  atomic<unsigned> tail{4, "tail"};
  void lock(unsigned me) {
    busy[me].store(true);
    before[me] = tail.exchange(me);
    while (busy[before[me]].load()) Pause::pause();
  }
  void unlock(unsigned me) { busy[me].store(false); }
};

template <class Pause>
struct Mcs {
  static constexpr unsigned kNobody = 9;
  struct Node {
    atomic<unsigned> next{kNobody, "next"};
    atomic<bool> wait{false, "wait"};
  };
  std::array<Node, 4> nodes;
  atomic<unsigned> tail{kNobody, "tail"};
  void lock(unsigned me) {
    nodes[me].wait.store(true);
    const unsigned before = tail.exchange(me);
    if (before == kNobody) return;
    nodes[before].next.store(me);
    while (nodes[me].wait.load()) Pause::pause();
  }
  void unlock(unsigned me) {
    unsigned expected = me;
    if (tail.compare_exchange_strong(expected, kNobody)) return;
    while (nodes[me].next.load() == kNobody) Pause::pause();
    nodes[nodes[me].next.load()].wait.store(false);
  }
};

// For two threads.
template <class Pause>
struct Peterson {
  std::array<atomic<bool>, 2> wants{};
  atomic<unsigned> turn{0, "turn"};
  void lock(unsigned me) {
    wants[me].store(true);
    turn.store(1 - me);
    while (wants[1 - me].load() && turn.load() == 1 - me) Pause::pause();
  }
  void unlock(unsigned me) { wants[me].store(false); }
};

// Each thread locks once; the result is the order in which they held the lock.
template <class Lock>
std::function<unsigned()> lock_once(unsigned n) {
  return [n] {
    Lock lock;
    mcheck::shared<unsigned> order{0, "order"};
    team(n, [&](unsigned me) {
      lock.lock(me);
      order = order * 4 + me + 1;
      lock.unlock(me);
    });
    mcheck::check(order >= (n == 2 ? 6u : 27u), "one thread at a time");
    return order;
  };
}

}  // namespace spinning
