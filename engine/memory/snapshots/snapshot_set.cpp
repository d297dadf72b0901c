// SPDX-License-Identifier: MIT
#include "engine/memory/snapshots/snapshot_set.hpp"

namespace mcheck {

std::optional<std::uint32_t> SnapshotSet::find_or_add(ProgramMemory& program_memory) {
  const auto matches = [&](std::size_t i) { return program_memory.is_equivalent(snapshots_[i]); };
  if (last_ < snapshots_.size() && matches(last_)) return last_;
  for (std::uint32_t i = 0; i < snapshots_.size(); ++i) {
    if (i != last_ && matches(i)) return last_ = i;
  }
  if (snapshots_.size() >= kMaxSnapshots || bytes_ >= kMaxBytes) return std::nullopt;
  program_memory.snapshot(snapshots_.emplace_back());
  bytes_ += snapshots_.back().size;
  return last_ = static_cast<std::uint32_t>(snapshots_.size() - 1);
}

}  // namespace mcheck
