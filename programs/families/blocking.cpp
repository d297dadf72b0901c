// SPDX-License-Identifier: MIT
// Families on blocking operations: semaphores, conditions, shared locks, tried locks. See
// variables.cpp for what the counts mean.
#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <shared_mutex>

#include "team.hpp"

// Classes: Catalan(N) for one thread of N releases and one of N acquires, the sequences in which no
// acquire comes too early. For N threads of one release and N of one acquire: (N!)²·Catalan(N), or
// N!·(N+1)^(N−1) if releases commute: the acquires are in some order, and only the number of
// acquires before a release matters. At least k releases precede the k-th acquire, so these numbers
// form a parking function, of which there are (N+1)^(N−1).
MCHECK_PROGRAM(permits, "R threads release A times each, Q acquire B times; arguments: R A Q B") {
  const unsigned givers = mcheck::argument(0, 1u);
  const unsigned gifts = mcheck::argument(1, 2u);
  const unsigned takers = mcheck::argument(2, 1u);
  const unsigned takes = mcheck::argument(3, 2u);
  mcheck::counting_semaphore<> permits{0, "permits"};
  team(givers + takers, [&](unsigned i) {
    if (i < givers) {
      for (unsigned k = 0; k < gifts; ++k) permits.release();
    } else {
      for (unsigned k = 0; k < takes; ++k) permits.acquire();
    }
  });
}

// Classes: 4, 21, 148 for N = 2, 3, 4, where a failed try is a read. No closed form is known to us.
MCHECK_PROGRAM(try_locks, "N threads try to lock, and unlock if they could; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  mcheck::mutex guard{"guard"};
  team(n, [&](unsigned) {
    if (guard.try_lock()) guard.unlock();
  });
}

// Classes: W!·(W+1)^R if shared locks commute: only the writers before a reader's section matter.
// Else the order of the readers' operations between two writers counts as well: (2k)!/2^k for k
// readers.
MCHECK_PROGRAM(shared_locks, "W threads lock, R lock shared, and unlock; arguments: W R") {
  const unsigned writers = mcheck::argument(0, 1u);
  const unsigned readers = mcheck::argument(1, 2u);
  mcheck::shared_mutex guard;
  team(writers + readers, [&](unsigned i) {
    if (i < writers) {
      const std::unique_lock lock(guard);
    } else {
      const std::shared_lock lock(guard);
    }
  });
}

// Classes: 2, 10, 96 for N = 1, 2, 3. In (N!)² of them all threads wait when the notification
// comes: they began in some order, and lock again in some order. The others are deadlocks. No
// closed form is known to us.
MCHECK_PROGRAM(waiters, "N threads wait at a condition, one notifies all; argument: N") {
  const unsigned n = mcheck::argument(0, 1u);
  mcheck::mutex guard{"guard"};
  mcheck::condition_variable condition{"condition"};
  team(n + 1, [&](unsigned i) {
    if (i == n) {
      condition.notify_all();
    } else {
      std::unique_lock lock(guard);
      condition.wait(lock);
    }
  });
}

// Classes: N!. Any two of three pairs of accounts have an account in common, and a transfer holds
// both of its accounts, so that the transfers are totally ordered.
MCHECK_PROGRAM(transfers, "N threads transfer between two of three accounts; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  std::deque<mcheck::mutex> guards(3);
  std::array<unsigned, 3> money{10, 10, 10};  // each protected by its guard
  team(n, [&](unsigned i) {
    const unsigned from = i % 3;
    const unsigned to = (i + 1) % 3;
    const std::lock_guard first(guards[std::min(from, to)]);
    const std::lock_guard second(guards[std::max(from, to)]);
    --money[from];
    ++money[to];
  });
  mcheck::check(money[0] + money[1] + money[2] == 30, "no money is lost");
}

// Classes: 2^(2K−1). Sections alternate; before each but the first, the thread whose turn it is
// either arrives late, or arrives early and waits.
MCHECK_PROGRAM(handover, "one thread hands K items to another, one at a time; argument: K") {
  const unsigned items = mcheck::argument(0, 1u);
  mcheck::mutex guard{"guard"};
  mcheck::condition_variable changed{"changed"};
  bool full = false;  // protected by guard
  team(2, [&](unsigned i) {
    const bool gives = i == 0;
    for (unsigned k = 0; k < items; ++k) {
      std::unique_lock lock(guard);
      while (full == gives) changed.wait(lock);
      full = gives;
      changed.notify_one();
    }
  });
}

// Classes: C(2K, K), the orders of the sections: each is one step, whether it finds room or not.
MCHECK_PROGRAM(circular_buffer, "two threads put and take under a lock, K times; argument: K") {
  const unsigned times = mcheck::argument(0, 2u);
  mcheck::mutex guard{"guard"};
  std::array<unsigned, 2> places{};  // with put and taken: protected by guard
  unsigned put = 0;
  unsigned taken = 0;
  team(2, [&](unsigned i) {
    for (unsigned k = 0; k < times; ++k) {
      const std::lock_guard lock(guard);
      if (i == 0 && put - taken < places.size()) {
        places[put % places.size()] = put + 1;
        ++put;
      } else if (i == 1 && put != taken) {
        mcheck::check(places[taken % places.size()] == taken + 1, "first in, first out");
        ++taken;
      }
    }
  });
}
