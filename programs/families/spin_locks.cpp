// SPDX-License-Identifier: MIT
// Families on spin locks. Iterations of a loop that only read do not count
// (docs/algorithms/spin_loops.md), so that where a wait is one operation the classes are the orders
// of entry. See variables.cpp for what the counts mean.
#include <array>
#include <deque>

#include "team.hpp"

namespace {

// Each thread enters once; lock() and unlock() take the number of the thread.
template <class Lock>
void enter_once(unsigned n, Lock& lock) {
  unsigned count = 0;  // protected by the lock
  team(n, [&](unsigned me) {
    lock.lock(me);
    ++count;
    lock.unlock(me);
  });
  mcheck::check(count == n, "all sections count");
}

struct TestAndSet {
  mcheck::atomic_flag taken{"taken"};
  void lock(unsigned) {
    while (taken.test_and_set()) {
    }
  }
  void unlock(unsigned) { taken.clear(); }
};

struct LookFirst {
  mcheck::atomic<bool> taken{false, "taken"};
  void lock(unsigned) {
    do {
      while (taken.load()) {
      }
    } while (taken.exchange(true));
  }
  void unlock(unsigned) { taken.store(false); }
};

// [Craig 1993; Landin, Hagersten 1994]: each thread waits for its predecessor in the queue.
struct Clh {
  std::deque<mcheck::atomic<bool>> busy;
  std::deque<unsigned> before;
  mcheck::atomic<unsigned> tail;
  explicit Clh(unsigned n) : busy(n + 1), before(n), tail(n, "tail") {}
  void lock(unsigned me) {
    busy[me].store(true);
    before[me] = tail.exchange(me);
    while (busy[before[me]].load()) {
    }
  }
  void unlock(unsigned me) { busy[me].store(false); }
};

// [Mellor-Crummey, Scott 1991]: each thread is released by its predecessor in the queue.
struct Mcs {
  struct Node {
    mcheck::atomic<bool> waits{false, "waits"};
    mcheck::atomic<unsigned> next;
    explicit Node(unsigned nobody) : next(nobody, "next") {}
  };
  unsigned nobody;
  std::deque<Node> nodes;
  mcheck::atomic<unsigned> tail;
  explicit Mcs(unsigned n) : nobody(n), tail(n, "tail") {
    for (unsigned i = 0; i < n; ++i) nodes.emplace_back(nobody);
  }
  void lock(unsigned me) {
    nodes[me].waits.store(true);
    const unsigned before = tail.exchange(me);
    if (before == nobody) return;
    nodes[before].next.store(me);
    while (nodes[me].waits.load()) {
    }
  }
  void unlock(unsigned me) {
    unsigned expected = me;
    if (tail.compare_exchange_strong(expected, nobody)) return;
    while (nodes[me].next.load() == nobody) {
    }
    nodes[nodes[me].next.load()].waits.store(false);
  }
};

}  // namespace

// Classes: N!, the orders of entry.
MCHECK_PROGRAM(tas_lock, "N threads test and set a flag until they have it; argument: N") {
  TestAndSet lock;
  enter_once(mcheck::argument(0, 2u), lock);
}

// More than N!: a thread that saw the lock free may still fail to take it, and spin again.
MCHECK_PROGRAM(ttas_lock, "N threads look at a flag until they may test and set it; argument: N") {
  LookFirst lock;
  enter_once(mcheck::argument(0, 2u), lock);
}

// Classes: N!, the orders in the queue.
MCHECK_PROGRAM(clh_lock, "N threads queue, and wait for the one before; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  Clh lock(n);
  enter_once(n, lock);
}

// More than N!: a thread that leaves may or may not see a successor yet.
MCHECK_PROGRAM(mcs_lock, "N threads queue, and tell the one behind; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  Mcs lock(n);
  enter_once(n, lock);
}

MCHECK_PROGRAM(seqlock, "a writer writes K times, R readers read between two; arguments: K R") {
  const unsigned times = mcheck::argument(0, 1u);
  const unsigned readers = mcheck::argument(1, 1u);
  mcheck::atomic<unsigned> count{0, "count"};
  mcheck::atomic<unsigned> left{0, "left"};
  mcheck::atomic<unsigned> right{0, "right"};
  team(1 + readers, [&](unsigned who) {
    for (unsigned k = 1; who == 0 && k <= times; ++k) {
      count.store(2 * k - 1);
      left.store(k);
      right.store(k);
      count.store(2 * k);
    }
    if (who == 0) return;
    unsigned before = 0;
    unsigned l = 0;
    unsigned r = 0;
    do {
      while (((before = count.load()) & 1) != 0) {
      }
      l = left.load();
      r = right.load();
    } while (count.load() != before);
    mcheck::check(l == r, "both from one write");
  });
}
