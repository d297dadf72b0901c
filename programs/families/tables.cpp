// SPDX-License-Identifier: MIT
// Families on tables with a lock for each entry, where threads rarely conflict [Flanagan, Godefroid
// 2005]: a search that ignores which operations are independent runs far too many executions. See
// variables.cpp for what the counts mean.
#include <deque>
#include <mutex>
#include <vector>

#include "team.hpp"

namespace {

// Entries that are 0, which means free, or taken, each under its own lock.
class Table {
 public:
  explicit Table(unsigned size) : locks_(size), entries_(size, 0) {}

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(entries_.size()); }

  // Writes the value if the entry is free; returns false if it is taken.
  bool take(unsigned at, unsigned value) {
    const std::lock_guard lock(locks_[at]);
    if (entries_[at] != 0) return false;
    entries_[at] = value;
    return true;
  }

  // The same for the entries from `at` on, cyclically, until one is free.
  unsigned take_next(unsigned at, unsigned value) {
    while (!take(at, value)) at = (at + 1) % size();
    return at;
  }

 private:
  std::deque<mcheck::mutex> locks_;
  std::vector<unsigned> entries_;  // each protected by its lock
};

}  // namespace

// Classes: 8^(N−11) from 11 threads on, else 1. Each thread inserts four messages; thread 11+k
// meets thread k at three slots.
MCHECK_PROGRAM(indexer, "N threads insert 4 messages each into a hash table; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  Table table(128);
  team(n, [&](unsigned i) {
    for (unsigned message = 1; message <= 4; ++message) {
      const unsigned word = message * 11 + i;
      table.take_next(word * 7 % table.size(), word);
    }
  });
}

// Classes: 2^(N−13) from 13 threads on, else 1. Thread 13+k meets thread k at one block.
MCHECK_PROGRAM(filesystem, "N threads find a free block for their inode; argument: N") {
  const unsigned n = mcheck::argument(0, 2u);
  constexpr unsigned kInodes = 32;
  Table blocks(26);
  std::deque<mcheck::mutex> guards(kInodes);
  std::vector<unsigned> block_of(kInodes, 0);  // block + 1; each protected by its guard
  team(n, [&](unsigned i) {
    const unsigned inode = i % kInodes;
    const std::lock_guard lock(guards[inode]);
    if (block_of[inode] == 0) block_of[inode] = 1 + blocks.take_next(inode * 2 % blocks.size(), 1);
  });
}
