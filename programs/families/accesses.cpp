// SPDX-License-Identifier: MIT
// More families on atomic variables, most of them known from benchmarks of other checkers. See
// variables.cpp for what the counts mean.
#include <deque>

#include "team.hpp"

using Cells = std::deque<mcheck::atomic<unsigned>>;

// Classes: W!·(W+1)^R if each thread has one operation, (B+1)^R for one store, C(A+B, A) for one
// thread of each kind: only the stores before a load matter, not the other loads.
MCHECK_PROGRAM(accesses, "W threads store A times each, R load B times each; arguments: W A R B") {
  const unsigned writers = mcheck::argument(0, 1u);
  const unsigned stores = mcheck::argument(1, 2u);
  const unsigned readers = mcheck::argument(2, 1u);
  const unsigned loads = mcheck::argument(3, 2u);
  mcheck::atomic<unsigned> x{0, "x"};
  team(writers + readers, [&](unsigned i) {
    if (i < writers) {
      for (unsigned k = 0; k < stores; ++k) x.store(i + 1);
    } else {
      for (unsigned k = 0; k < loads; ++k) static_cast<void>(x.load());
    }
  });
}

// Classes: 2^N − 1, since not all loads can come after the store to their variable.
MCHECK_PROGRAM(load_buffering, "thread i loads x[i] and stores x[i+1]; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  Cells cells(n);
  team(n, [&](unsigned i) {
    static_cast<void>(cells[i].load());
    cells[(i + 1) % n].store(1);
  });
}

// Classes: 3, 22, 349 for N = 2, 3, 4; 345 if each thread began with its neighbour's flag. No
// closed form is known to us.
MCHECK_PROGRAM(flags, "N threads raise their flag and look at the others, in order; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  Cells cells(n);
  team(n, [&](unsigned i) {
    cells[i].store(1);
    for (unsigned k = 0; k < n; ++k) {
      if (k != i) static_cast<void>(cells[k].load());
    }
  });
}

// Classes: N, one for each thread that may succeed; the others only load, and loads commute.
MCHECK_PROGRAM(cas, "N threads exchange 0 for 1, once, if they find it; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  mcheck::atomic<unsigned> x{0, "x"};
  team(n, [&](unsigned) {
    unsigned expected = 0;
    x.compare_exchange_strong(expected, 1);
  });
}

// Classes: N!²·H_N. The first operation is the only exchange that succeeds. The stores follow in
// one of N! orders; a thread that stores k-th and did not succeed has failed in one of the k gaps
// before its store. The sum of N!/k over the position k of the successful thread is N!·H_N.
MCHECK_PROGRAM(casw, "N threads exchange 0 for their number, and store it; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  mcheck::atomic<unsigned> x{0, "x"};
  team(n, [&](unsigned i) {
    unsigned expected = 0;
    x.compare_exchange_strong(expected, i + 1);
    x.store(i + 1);
  });
}

// Classes: 11, 140, 1,698, 19,605, 218,243 for K = 1 … 5. No closed form is known to us.
MCHECK_PROGRAM(fib_bench,
               "two threads add the other's number to their own, one looks; argument: K") {
  const unsigned times = mcheck::argument(0, 1u);
  mcheck::atomic<unsigned> x{1, "x"};
  mcheck::atomic<unsigned> y{1, "y"};
  const auto add = [times](mcheck::atomic<unsigned>& own, const mcheck::atomic<unsigned>& other) {
    for (unsigned k = 0; k < times; ++k) {
      const unsigned before = own.load();
      own.store(before + other.load());
    }
  };
  team(3, [&](unsigned i) {
    if (i == 0) add(x, y);
    if (i == 1) add(y, x);
    if (i == 2) mcheck::check(x.load() + y.load() < 1000, "neither has grown beyond all bounds");
  });
}

// Classes: (2N−1)!! = 1·3·5…: thread k, counted from the last, loads one of k numbers; threads that
// load the same number store to the same cell, in any order.
MCHECK_PROGRAM(sigma, "main counts and starts a thread, N times; each marks a cell; argument: N") {
  const unsigned n = mcheck::argument(0, 3u);
  mcheck::atomic<unsigned> index{0, "index"};
  Cells cells(n + 1);
  std::vector<mcheck::thread> threads;
  for (unsigned i = 0; i < n; ++i) {
    index.store(index.load() + 1);
    threads.emplace_back([&] { cells[index.load()].store(1); });
  }
  for (mcheck::thread& thread : threads) thread.join();
}

// Classes: (N!)², one order for each counter: all threads add to the first and then to the second,
// so no two orders contradict each other.
MCHECK_PROGRAM(airline, "N threads count a seat and a passenger; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  mcheck::atomic<unsigned> seats{0, "seats"};
  mcheck::atomic<unsigned> passengers{0, "passengers"};
  team(n, [&](unsigned) {
    seats.fetch_add(1);
    passengers.fetch_add(1);
  });
  mcheck::check(seats.load() == n && passengers.load() == n, "all are counted");
}

// Classes: ((N+1)!)², one order of N additions and a load for each of the two numbers.
MCHECK_PROGRAM(account, "N threads pay in, N pay out, one compares; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  mcheck::atomic<unsigned> paid_in{0, "in"};
  mcheck::atomic<unsigned> paid_out{0, "out"};
  team(2 * n + 1, [&](unsigned i) {
    if (i == 2 * n) {
      mcheck::check(paid_in.load() <= n && paid_out.load() <= n, "nobody pays twice");
    } else {
      (i < n ? paid_in : paid_out).fetch_add(1);
    }
  });
}
