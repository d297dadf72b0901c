// SPDX-License-Identifier: MIT
// Shapes in which the flag of message passing is stored again before it is read. An acquire load
// synchronises with the release store that heads the release sequence which it reads from: the
// store and the read-modify-write operations that follow it.
#include "litmus.hpp"

namespace litmus {

const Shapes kReleaseSequences = {
    // 120: another thread adds to the flag.
    {"RS+A",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) { t.saw(y.fetch_add(1, t.next())); },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 1230: two threads add to the flag.
    {"RS+AA",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) { t.saw(y.fetch_add(1, t.next())); },
      [](Thread& t) { t.saw(y.fetch_add(1, t.next())); },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 120: another thread exchanges the flag.
    {"RS+C",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) { t.saw(compare_exchange(t, y, 1, 2)); },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 20: the thread itself adds to the flag.
    {"RS+Aown",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
        y.fetch_add(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 20: the thread itself stores the flag again. Until C++17 this continued the release
    // sequence.
    {"RS+Wown",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
        y.store(2, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 120: another thread, which has read the flag, stores it.
    {"RS+W",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        y.store(2, t.next());
      },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
    // 120: another thread exchanges the flag for any value.
    {"RS+X",
     {[](Thread& t) {
        x.store(1, t.next());
        y.store(1, t.next());
      },
      [](Thread& t) { t.saw(y.exchange(2, t.next())); },
      [](Thread& t) {
        t.saw(y.load(t.next()));
        t.saw(x.load(t.next()));
      }}},
};

}  // namespace litmus
