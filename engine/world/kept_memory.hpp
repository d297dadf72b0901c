// SPDX-License-Identifier: MIT
// A small set of snapshots that are compared byte for byte, to recognise a state of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/world/world.hpp"

namespace mcheck {

class KeptMemory {
 public:
  // The number of the snapshot that is equivalent to memory now, added if there is none; no value
  // if the set is full.
  std::optional<std::uint32_t> find_or_keep(World& world);

 private:
  static constexpr std::size_t kMost = 16;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  std::vector<World::Save> kept_;
  std::size_t bytes_ = 0;
  std::uint32_t last_ = 0;  // the result of the last search
};

}  // namespace mcheck
