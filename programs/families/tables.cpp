// SPDX-License-Identifier: MIT
// Families on tables with a lock for each entry, where few threads ever meet [Flanagan, Godefroid
// 2005]: a search that does not know which operations are independent drowns in them. See
// variables.cpp for what the counts mean.
#include <deque>
#include <mutex>
#include <vector>

#include "team.hpp"

namespace {

// A row of entries that are 0 or taken, each under its own lock.
class Table {
 public:
  explicit Table(unsigned size) : locks_(size), entries_(size, 0) {}

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(entries_.size()); }

  // Writes the value where nothing is yet; false if something is.
  bool take(unsigned at, unsigned value) {
    const std::lock_guard lock(locks_[at]);
    if (entries_[at] != 0) return false;
    entries_[at] = value;
    return true;
  }

  // The same from there on, round the table, until a free entry is found.
  unsigned take_next(unsigned at, unsigned value) {
    while (!take(at, value)) at = (at + 1) % size();
    return at;
  }

 private:
  std::deque<mcheck::mutex> locks_;
  std::vector<unsigned> entries_;  // only ever touched under their locks
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
  std::vector<unsigned> block_of(kInodes, 0);  // one more than the block; under their guards
  team(n, [&](unsigned i) {
    const unsigned inode = i % kInodes;
    const std::lock_guard lock(guards[inode]);
    if (block_of[inode] == 0) block_of[inode] = 1 + blocks.take_next(inode * 2 % blocks.size(), 1);
  });
}
