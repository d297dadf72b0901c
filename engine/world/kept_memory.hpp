// SPDX-License-Identifier: MIT
// Memory as it was at some times, to recognise it by: byte for byte, and so only as many as can be
// looked through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/world/world.hpp"

namespace mcheck {

class KeptMemory {
 public:
  // The number of what is as memory is now, kept now if there is none; none if that is too much.
  std::optional<std::uint32_t> find_or_keep(World& world);

 private:
  static constexpr std::size_t kMost = 16;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  std::vector<World::Save> kept_;
  std::size_t bytes_ = 0;
  std::uint32_t last_ = 0;  // found
};

}  // namespace mcheck
