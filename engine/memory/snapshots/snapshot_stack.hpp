// SPDX-License-Identifier: MIT
// Snapshots of program memory on a stack. Consecutive snapshots differ little. So of many large
// ones only the oldest few and the newest are stored whole; each other one is stored as its
// difference from the next newer one, and popping that one reconstructs it.
//
// Costs    Storing a difference compares the snapshot with the one before, which takes as long as
//          copying it: not worth it for a few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/memory/snapshots/program_memory.hpp"

namespace mcheck {

class SnapshotStack {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  // REQUIRES: the stack is not empty.
  [[nodiscard]] const ProgramMemory::Snapshot& newest() const { return newest_; }

  // Pushes memory as it is now.
  void push(ProgramMemory& program_memory);
  // Keeps the oldest `size` snapshots at most.
  void truncate(std::size_t size);

 private:
  struct Older {
    ProgramMemory::Snapshot snapshot;  // if it is not whole, its bytes are undefined
    bool whole = true;
    std::size_t first_piece = 0;  // its difference: from here to the next newer one's
  };

  void store_difference(Older& older, const ProgramMemory::Snapshot& before);
  void pop();

  std::size_t size_ = 0;
  ProgramMemory::Snapshot newest_;
  ProgramMemory::Snapshot before_;     // only during push()
  std::vector<Older> older_;           // reused: the first size_ - 1 of them count
  std::vector<std::uint32_t> pieces_;  // which pieces of the bytes differ
  std::vector<std::byte> bytes_;       // and their content
};

}  // namespace mcheck
