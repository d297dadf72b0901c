// SPDX-License-Identifier: MIT
// std::lock and std::scoped_lock of several mutexes. libstdc++ waits for one and tries the others;
// if one is taken, it releases all and starts again with that one. Two threads can do this in
// lockstep for ever: a search finds this livelock, but nobody considers it a bug.
//
// So the algorithm of the library runs one round as it is, and a second round that starts with the
// lock that failed. If the second round fails, too, the hook of the failing try does what
// mcheck::lock does (lock_all.hpp): it releases all that this call holds, and takes these locks and
// the one that failed in one order for all threads. Then the try has succeeded, and the library
// continues.
//
// This applies only to calls whose locks are all of library types, or guards of them: for others
// mcheck does not know what else a failure does. The call stack and debug information, inlined
// functions included, show who called; without them nothing is done here.
#pragma once

#include <array>
#include <cstddef>

namespace mcheck {

// The operations on a kind of lock.
struct LockOperations {
  void (*acquire)(void* lock);
  bool (*try_acquire)(void* lock);
  void (*release)(void* lock);
  void (*wait_until_free)(void* lock);
};

// The last lock for which a thread has waited, and those that it has taken by trying since. Empty
// after any release; then all zero, so that a loop that locks and unlocks leaves no trace in
// memory. Within std::lock these are the locks that the call holds.
struct LockSequence {
  struct Held {
    void* lock = nullptr;
    const LockOperations* operations = nullptr;
  };
  std::array<Held, 8> held{};
  std::size_t count = 0;
  const void* failed = nullptr;  // in the first round
  bool is_second_round = false;  // the second round, which starts with the lock that failed

  void begin_with(void* lock, const LockOperations& operations) {
    clear();
    is_second_round = lock == failed;
    failed = nullptr;
    held[count++] = {lock, &operations};
  }
  void add_tried(void* lock, const LockOperations& operations) {
    if (count == 0) return;
    if (count == held.size()) return clear();  // no program locks so many
    held[count++] = {lock, &operations};
  }
  void clear() {
    while (count > 0) held[--count] = {};
    is_second_round = false;
  }
};
extern thread_local constinit LockSequence lock_sequence;

// The running thread has tried the lock and failed. True: this was in the second round of
// std::lock, and all locks are held now. `caller` is a return address.
[[nodiscard]] bool resolve_std_lock(void* lock, const LockOperations& operations,
                                    const void* caller);

}  // namespace mcheck
