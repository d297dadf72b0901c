// SPDX-License-Identifier: MIT
// Shapes of four threads: two that only store, and two that learn of it.
#include "litmus.hpp"

namespace litmus {

const Shapes kFourThreads = {
    // Independent reads of independent writes. 1010: the readers see the stores in different
    // orders.
    {"IRIW",
     {[](Thread& t) { x.store(1, t.next()); }, [](Thread& t) { y.store(1, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 201/2: the last thread has seen y, and its store to x comes before the one that the third
    // saw
    // before y.
    {"IRRWIW",
     {[](Thread& t) { x.store(2, t.next()); }, [](Thread& t) { y.store(1, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        x.store(1, t.next());
      }},
     {&x}},
    // 22/22: each of the last two stores before what the other one has seen.
    {"IRWIW",
     {[](Thread& t) { x.store(2, t.next()); }, [](Thread& t) { y.store(2, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        x.store(1, t.next());
      }},
     {&x, &y}},
};

}  // namespace litmus
