// SPDX-License-Identifier: MIT
// All small programs over two variables and one lock, each once up to symmetry: most mistakes show
// in a small program, so no small one is left to chance.
//
// A thread is a sequence of one to `operations` of: load x, load y, store x, store y (or add), lock
// (or try lock), unlock. Every store stores a value of its own. To keep the number small, these are
// left out:
//   threads in another order, and variables with their names swapped: the same program;
//   an unlock where the thread cannot hold the lock, which would be skipped;
//   a lock by a thread that holds it, which would end that thread and the lock;
//   a variable that only one thread uses, or that no thread changes, and a lock that only one
//   thread uses: nothing depends on those, and the program without them is among the smaller ones.
// A thread may end while it holds the lock, so there are deadlocks.
//
// Programs of (threads, operations) at most:
//                          (2,2)   (2,3)   (3,2)     (3,3)
//   either alphabet           39     984     500   101,526
#pragma once

#include <cstdint>
#include <functional>

#include "tests/support/table/table.hpp"

namespace table {

enum class Alphabet : std::uint8_t { kStoresAndLocks, kAddsAndTryLocks };

// Programs of exactly this many threads. Returns how many there were.
std::size_t for_each_small_program(int threads, int operations,
                                   const std::function<void(const Program&)>& callback,
                                   Alphabet alphabet = Alphabet::kStoresAndLocks);

}  // namespace table
