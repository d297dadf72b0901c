// SPDX-License-Identifier: MIT
// Shapes of three threads of two accesses each: cycles of three edges of program order and three
// between threads. The names are those of the literature on POWER and ARM.
#include "litmus.hpp"

namespace litmus {

const Shapes kThreeThreads = {
    // 110: message passing through two flags.
    {"ISA2",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        z.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(z.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 100: read-to-write causality, where the message is passed by a flag.
    {"W+RWC",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(z.load(t.next()));
      },
      [](Thread& t) {
        z.store(1, t.next());
        t.saw(x.load(t.next()));
      }}},
    // 000: store buffering of three threads.
    {"3.SB",
     {[](Thread& t) {
        x.store(1, t.next());
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.store(1, t.next());
        t.saw(z.load(t.next()));
      },
      [](Thread& t) {
        z.store(1, t.next());
        t.saw(x.load(t.next()));
      }}},
    // 111: load buffering of three threads.
    {"3.LB",
     {[](Thread& t) {
        t.saw(x.load(t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        z.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(z.load(t.next()));
        x.store(1, t.next());
      }}},
    // /222: of each variable the store that a thread begins with is the last.
    {"3.2W",
     {[](Thread& t) {
        x.store(2, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        z.store(1, t.next());
      },
      [](Thread& t) {
        z.store(2, t.next());
        x.store(1, t.next());
      }},
     {&x, &y, &z}},
    // 10/2: the last thread stores z after the second, and misses the message that had led to it.
    {"Z6.0",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        z.store(1, t.next());
      },
      [](Thread& t) {
        z.store(2, t.next());
        t.saw(x.load(t.next()));
      }},
     {&z}},
    // 1/22: the stores to x and to y are in an order that contradicts the one load.
    {"Z6.1",
     {[](Thread& t) {
        x.store(2, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        z.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(z.load(t.next()));
        x.store(1, t.next());
      }},
     {&x, &y}},
    // 11/2: a store that two messages led to comes before the one that precedes them.
    {"Z6.2",
     {[](Thread& t) {
        x.store(2, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        z.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(z.load(t.next()));
        x.store(1, t.next());
      }},
     {&x}},
    // 10/2: the second thread stores y after the first, and the last misses what precedes it.
    {"Z6.3",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        z.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(z.load(t.next()));
        t.saw(x.load(t.next()));
      }},
     {&y}},
    // 00/2: two loads miss a store each, and the second store to y is the later one.
    {"Z6.4",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        t.saw(z.load(t.next()));
      },
      [](Thread& t) {
        z.store(1, t.next());
        t.saw(x.load(t.next()));
      }},
     {&y}},
    // 0/22: one load misses a store, and two stores are the later ones.
    {"Z6.5",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        z.store(1, t.next());
      },
      [](Thread& t) {
        z.store(2, t.next());
        t.saw(x.load(t.next()));
      }},
     {&y, &z}},
};

}  // namespace litmus
