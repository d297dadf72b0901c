// SPDX-License-Identifier: MIT
// Shapes of two threads with two variables: each is a cycle of two edges of program order and two
// edges between threads. SB, LB, MP, R, S and 2+2W are all there are with two accesses a thread.
#include "litmus.hpp"

namespace litmus {

const Shapes kTwoThreads = {
    // Store buffering. 00: both loads miss the other thread's store.
    {"SB",
     {[](Thread& t) {
        x.store(1, t.next());
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.store(1, t.next());
        t.saw(x.load(t.next()));
      }}},
    // Store buffering with loads of the own store in between. 1010: both last loads miss the
    // other
    // thread's store. 0…: a load misses the own store.
    {"SBrfi",
     {[](Thread& t) {
        x.store(1, t.next());
        t.saw(x.load(t.next()));
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.store(1, t.next());
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // Load buffering. 11: each load reads what the other thread stores after its own load.
    {"LB",
     {[](Thread& t) {
        t.saw(x.load(t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        x.store(1, t.next());
      }}},
    // Load buffering with data dependencies: 11 would come out of thin air.
    {"LBdata",
     {[](Thread& t) {
        const int seen = t.saw(x.load(t.next()));
        y.store(seen, t.next());
      },
      [](Thread& t) {
        const int seen = t.saw(y.load(t.next()));
        x.store(seen, t.next());
      }}},
    // Message passing. 10: the flag is set, the message is old.
    {"MP",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // Two stores each. /11: of each variable the other thread's first store is the last.
    {"2+2W",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(2, t.next());
      },
      [](Thread& t) {
        y.store(1, t.next());
        x.store(2, t.next());
      }},
     {&x, &y}},
    // A store after the flag was seen. 1/2: it comes before the store before the flag.
    {"S",
     {[](Thread& t) {
        x.store(2, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        x.store(1, t.next());
      }},
     {&x}},
    // 0/2: the second thread's store is the later one, and still its load misses the store to x.
    {"R",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        t.saw(x.load(t.next()));
      }},
     {&y}},
};

}  // namespace litmus
