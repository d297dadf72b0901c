// SPDX-License-Identifier: MIT
// Shapes of three threads in which the first only stores, so that the others learn of its store
// from each other. The names are those of the literature on POWER and ARM.
#include "litmus.hpp"

namespace litmus {

const Shapes kOneWriter = {
    // Write-to-read causality. 110: the third thread knows of the first one's store from the
    // second,
    // and still misses it.
    {"WRC",
     {[](Thread& t) { x.store(1, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // Read-to-write causality. 100: the second thread has seen x before y was stored, the third
    // does not
    // see it after.
    {"RWC",
     {[](Thread& t) { x.store(1, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.store(1, t.next());
        t.saw(x.load(t.next()));
      }}},
    // 21/2: the third thread's store comes before the one that led to it.
    {"WWC",
     {[](Thread& t) { x.store(2, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        x.store(1, t.next());
      }},
     {&x}},
    // 10/2: the third thread stores y after the second, and misses what that had seen.
    {"WRW+WR",
     {[](Thread& t) { x.store(1, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        t.saw(x.load(t.next()));
      }},
     {&y}},
    // 2/22: the third thread's first store is the later one, its second the earlier one.
    {"WRW+2W",
     {[](Thread& t) { x.store(2, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        y.store(1, t.next());
      },
      [](Thread& t) {
        y.store(2, t.next());
        x.store(1, t.next());
      }},
     {&x, &y}},
    // 20/2: the second thread has seen the last store to x, but not the store to y before the
    // first.
    {"WRR+2W",
     {[](Thread& t) { x.store(2, t.next()); },
      [](Thread& t) {
        t.saw(x.load(t.next()));
        t.saw(y.load(t.next()));
      },
      [](Thread& t) {
        y.store(1, t.next());
        x.store(1, t.next());
      }},
     {&x}},
};

}  // namespace litmus
