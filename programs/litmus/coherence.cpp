// SPDX-License-Identifier: MIT
// Shapes with one variable. The stores to a variable are in one order, in which no thread goes
// back, whatever the memory orders.
#include "litmus.hpp"

namespace litmus {

const Shapes kCoherence = {
    // 10: a later load reads an older store.
    {"CoRR",
     {[](Thread& t) { x.store(1, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 1221: two threads see two stores in different orders.
    {"CoRR2",
     {[](Thread& t) { x.store(1, t.next()); }, [](Thread& t) { x.store(2, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(x.load(t.next()));
      },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 2/1: a load after its own thread's store reads an older one.
    {"CoWR",
     {[](Thread& t) {
        x.store(1, t.next());
        t.saw(x.load(t.next()));
      },
      [](Thread& t) { x.store(2, t.next()); }},
     {&x}},
    // 2/2: a store comes before the one that its thread has read.
    {"CoRW",
     {[](Thread& t) {
        t.saw(x.load(t.next()));
        x.store(1, t.next());
      },
      [](Thread& t) { x.store(2, t.next()); }},
     {&x}},
    // 21: each thread reads what the other stores after its load.
    {"CoRW2",
     {[](Thread& t) {
        t.saw(x.load(t.next()));
        x.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        x.store(2, t.next());
      }}},
    // 21/2, 00/1: the stores of one thread change places.
    {"CoWW",
     {[](Thread& t) {
        x.store(1, t.next());
        x.store(2, t.next());
      },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(x.load(t.next()));
      }},
     {&x}},
    // 21/1: each thread reads the other's store, so that each is the later one.
    {"CoWRWR",
     {[](Thread& t) {
        x.store(1, t.next());
        t.saw(x.load(t.next()));
      },
      [](Thread& t) {
        x.store(2, t.next());
        t.saw(x.load(t.next()));
      }},
     {&x}},
    // 021: the third thread's loads go back.
    {"CoMP",
     {[](Thread& t) {
        x.store(1, t.next());
        x.store(2, t.next());
      },
      [](Thread& t) { t.saw(x.load(t.next())); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
};

}  // namespace litmus
