// SPDX-License-Identifier: MIT
// std::lock and std::scoped_lock of several mutexes. libstdc++ waits for one, tries the others,
// and where one cannot be had gives all back and begins again with that one. Two threads can do
// that in step with each other for ever, which a search finds and nobody calls a bug.
//
// So it goes round as it stands in the library once, and once more from the lock that failed. Where
// the second round fails, too, the hook of the try does what mcheck::lock does (lock_all.hpp): all
// that this call holds is given back and taken again, with the one that failed, in one order for
// all threads. Then the try has succeeded, and the library goes on.
//
// Only for calls whose locks are all the library's own, or guards of them: of no other is it known
// what else a failure does. Who called is told by the stack and by debug information, inlined
// functions too; without that nothing is done here.
#pragma once

#include <array>
#include <cstddef>

namespace mcheck {

// What can be done with a lock, as one of its kind.
struct LockCalls {
  void (*take)(void* lock);
  bool (*attempt)(void* lock);
  void (*give_back)(void* lock);
  void (*wait_until_free)(void* lock);
};

// The last lock that a thread has waited for, and those that it has had by trying since. It is
// empty where anything was given back since; zero, so that a loop that locks and unlocks leaves no
// traces. Within std::lock these are what the call has taken.
struct LocksInARow {
  struct Held {
    void* lock = nullptr;
    const LockCalls* calls = nullptr;
  };
  std::array<Held, 8> held{};
  std::size_t count = 0;
  const void* failed = nullptr;  // in the first round
  bool again = false;            // it is the second, which begins with that one

  void waited_for(void* lock, const LockCalls& calls) {
    forget();
    again = lock == failed;
    failed = nullptr;
    held[count++] = {lock, &calls};
  }
  void had(void* lock, const LockCalls& calls) {
    if (count == 0) return;
    if (count == held.size()) return forget();  // nobody locks so many
    held[count++] = {lock, &calls};
  }
  void forget() {
    while (count > 0) held[--count] = {};
    again = false;
  }
};
extern thread_local constinit LocksInARow locks_in_a_row;

// The running thread has tried the lock in vain. True: that was in the second round of std::lock,
// and all is had now. `caller` is where, as a return address.
[[nodiscard]] bool taken_together(void* lock, const LockCalls& calls, const void* caller);

}  // namespace mcheck
