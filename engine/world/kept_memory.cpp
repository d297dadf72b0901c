// SPDX-License-Identifier: MIT
#include "engine/world/kept_memory.hpp"

namespace mcheck {

std::optional<std::uint32_t> KeptMemory::find_or_keep(World& world) {
  const auto is_at = [&](std::size_t i) { return world.is_like(kept_[i]); };
  if (last_ < kept_.size() && is_at(last_)) return last_;
  for (std::uint32_t i = 0; i < kept_.size(); ++i) {
    if (i != last_ && is_at(i)) return last_ = i;
  }
  if (kept_.size() >= kMost || bytes_ >= kMostBytes) return std::nullopt;
  world.save(kept_.emplace_back());
  bytes_ += kept_.back().size;
  return last_ = static_cast<std::uint32_t>(kept_.size() - 1);
}

}  // namespace mcheck
