// SPDX-License-Identifier: MIT
// Families on atomic variables. Each states how many execution classes it has (Mazurkiewicz
// traces under sequential consistency), so that a reduction can be measured by it, and, where a
// formula exists, how many interleavings, which is what a plain depth-first search runs.
#include <deque>

#include "team.hpp"

using Cells = std::deque<mcheck::atomic<unsigned>>;

// Classes and interleavings: (TK)! / (K!)^T, since no two additions commute.
MCHECK_PROGRAM(rmw, "T threads add to one variable, K times each; arguments: T K") {
  const unsigned threads = mcheck::argument(0, 2u);
  const unsigned times = mcheck::argument(1, 2u);
  mcheck::atomic<unsigned> sum{0, "sum"};
  team(threads, [&](unsigned) {
    for (unsigned k = 0; k < times; ++k) sum.fetch_add(1);
  });
  mcheck::check(sum.load() == threads * times, "all additions count");
}

// Classes: 2^N, each load is before the store or after it. Interleavings: (N+1)!
MCHECK_PROGRAM(readers, "one thread stores, N threads load; argument: N") {
  const unsigned n = mcheck::argument(0, 3u);
  mcheck::atomic<unsigned> x{0, "x"};
  team(n + 1, [&](unsigned i) {
    if (i == 0) {
      x.store(1);
    } else {
      static_cast<void>(x.load());
    }
  });
}

// Classes: (N+3)·2^(N−2). Thread i makes cell i one more than cell i−1; one thread walks down from
// cell N to the first that is 0 [Abdulla, Aronis, Jonsson, Sagonas 2014].
MCHECK_PROGRAM(lastzero, "N threads fill a row of cells, one looks for the last 0; argument: N") {
  const unsigned n = mcheck::argument(0, 3u);
  Cells cells(n + 1);
  team(n + 1, [&](unsigned i) {
    if (i > 0) {
      cells[i].store(cells[i - 1].load() + 1);
      return;
    }
    unsigned last = n;
    while (cells[last].load() != 0) --last;
  });
}

// Classes: 1, since the threads are independent. Interleavings: (2N)! / 2^N.
MCHECK_PROGRAM(independent, "N threads store and load a variable of their own; argument: N") {
  const unsigned n = mcheck::argument(0, 3u);
  Cells own(n);
  team(n, [&](unsigned i) {
    own[i].store(i);
    mcheck::check(own[i].load() == i, "nobody else has written it");
  });
}

// Classes: 2^N − 1, since not all loads can come before the stores. Interleavings: (2N)! / 2^N.
MCHECK_PROGRAM(store_buffering, "thread i stores x[i] and loads x[i+1]; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  Cells cells(n);
  team(n, [&](unsigned i) {
    cells[i].store(1);
    static_cast<void>(cells[(i + 1) % n].load());
  });
}

// Classes: 1 + Σ k(k+1)^(N−k−1) over k = 1 … N−1 where a failed exchange counts as a load.
// Interleavings: N!
MCHECK_PROGRAM(casrot, "thread i exchanges i−1 for i, once, if it finds it; argument: N") {
  const unsigned n = mcheck::argument(0, 3u);
  mcheck::atomic<unsigned> x{0, "x"};
  team(n, [&](unsigned i) {
    unsigned expected = i;
    x.compare_exchange_strong(expected, i + 1);
  });
}
