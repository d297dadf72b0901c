// SPDX-License-Identifier: MIT
// Shapes with read-modify-write operations: nothing comes between what they read and what they
// write.
#include "litmus.hpp"

namespace litmus {

const Shapes kReadModifyWrite = {
    // 00/1: an addition is lost.
    {"FAA",
     {[](Thread& t) { t.saw(x.fetch_add(1, t.next())); },
      [](Thread& t) { t.saw(x.fetch_add(1, t.next())); }},
     {&x}},
    // Two additions read the same.
    {"FAA3",
     {[](Thread& t) { t.saw(x.fetch_add(1, t.next())); },
      [](Thread& t) { t.saw(x.fetch_add(1, t.next())); },
      [](Thread& t) { t.saw(x.fetch_add(1, t.next())); }}},
    // 0/1: the store comes between what the addition reads and writes.
    {"FAA+W",
     {[](Thread& t) { t.saw(x.fetch_add(1, t.next())); }, [](Thread& t) { x.store(5, t.next()); }},
     {&x}},
    // 0121: a load goes back.
    {"FAA+R",
     {[](Thread& t) { t.saw(x.fetch_add(1, t.next())); },
      [](Thread& t) { t.saw(x.fetch_add(1, t.next())); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 00/1, 00/2: both succeed.
    {"CAS",
     {[](Thread& t) { t.saw(compare_exchange(t, x, 0, 1)); },
      [](Thread& t) { t.saw(compare_exchange(t, x, 0, 2)); }},
     {&x}},
    // Each needs the one before it.
    {"CAS3",
     {[](Thread& t) { t.saw(compare_exchange(t, x, 0, 1)); },
      [](Thread& t) { t.saw(compare_exchange(t, x, 1, 2)); },
      [](Thread& t) { t.saw(compare_exchange(t, x, 2, 3)); }},
     {&x}},
    // 0/1 with the store before: an exchange succeeds on a value that is overwritten.
    {"CAS+W",
     {[](Thread& t) { t.saw(compare_exchange(t, x, 0, 1)); },
      [](Thread& t) { x.store(2, t.next()); }},
     {&x}},
    // Store buffering with exchanges instead of stores. 00.
    {"SB+X",
     {[](Thread& t) {
        x.exchange(1, t.next());
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.exchange(1, t.next());
        t.saw(x.load(t.next()));
      }}},
    // Store buffering with an addition to a third variable in between. 00.
    {"SB+A",
     {[](Thread& t) {
        x.store(1, t.next());
        z.fetch_add(1, t.next());
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.store(1, t.next());
        z.fetch_add(1, t.next());
        t.saw(x.load(t.next()));
      }}},
    // Store buffering with exchanges that fail instead of loads. 00.
    {"SB+C",
     {[](Thread& t) {
        x.store(1, t.next());
        t.saw(compare_exchange(t, y, 5, 6));
      },
      [](Thread& t) {
        y.store(1, t.next());
        t.saw(compare_exchange(t, x, 5, 6));
      }}},
    // Message passing with additions instead of store and load of the flag. 10.
    {"MP+A",
     {[](Thread& t) {
        x.store(1, t.next());
        y.fetch_add(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.fetch_add(1, t.next()));
        t.saw(x.load(t.next()));
      }}},
    // Message passing, the flag is set by an exchange. 010.
    {"MP+Cset",
     {[](Thread& t) {
        x.store(1, t.next());
        t.saw(compare_exchange(t, y, 0, 1));
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // Message passing, an exchange that succeeds takes the flag. 10.
    {"MP+Ctake",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(compare_exchange(t, y, 1, 2));
        t.saw(x.load(t.next()));
      }}},
    // Message passing, an exchange that fails reads the flag. 10.
    {"MP+Cfail",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(compare_exchange(t, y, 5, 6));
        t.saw(x.load(t.next()));
      }}},
    // Load buffering, the first load is an addition. 11.
    {"LB+A",
     {[](Thread& t) {
        t.saw(x.fetch_add(1, t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        x.store(1, t.next());
      }}},
    // 130: between two accesses of one thread, one of them seq_cst, another thread's seq_cst
    // store.
    // [Lahav et al., PLDI 2017, section 2.1]
    {"Z6.U",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.fetch_add(1, t.next()));
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.store(3, t.next());
        t.saw(x.load(t.next()));
      }}},
};

}  // namespace litmus
