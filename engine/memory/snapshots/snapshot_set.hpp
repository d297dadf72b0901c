// SPDX-License-Identifier: MIT
// A small set of snapshots that are compared byte for byte, to recognise a state of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/memory/snapshots/program_memory.hpp"

namespace mcheck {

class SnapshotSet {
 public:
  // The number of the snapshot that is equivalent to memory now, added if there is none; no value
  // if the set is full.
  std::optional<std::uint32_t> find_or_add(ProgramMemory& program_memory);

 private:
  static constexpr std::size_t kMaxSnapshots = 16;
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

  std::vector<ProgramMemory::Snapshot> snapshots_;
  std::size_t bytes_ = 0;
  std::uint32_t last_ = 0;  // the result of the last search
};

}  // namespace mcheck
