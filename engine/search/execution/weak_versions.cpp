// SPDX-License-Identifier: MIT
// Accesses of atomics under a weak memory model (engine/search/weak_memory).
#include "engine/search/execution/execution.hpp"

namespace mcheck {

void Execution::use_weak_memory() {
  if (weak_memory_ == nullptr) weak_memory_ = std::make_unique<WeakMemory>(*this);
}

// A thread that would spin with the newest version may still read another one.
void Execution::append_weak_ways(const ThreadRecord& record, bool preempts) {
  const std::span<const std::uint32_t> ways = weak_memory_->ways(record);
  auto number = static_cast<std::uint32_t>(count_with_spins_);
  count_with_spins_ += ways.size();
  if (is_kept_in_loop(record)) return;
  make_room(ways.size());
  for (const std::uint32_t way : ways) {
    const bool leads_back =
        distance_of(way) == 0
            ? spins(record)
            : spins(record.id, record.events, weak_memory_->version_for(record.pending, way));
    if (!leads_back) alternatives_[alternative_count_++] = {record.id, way, preempts, number};
    ++number;
  }
}

}  // namespace mcheck
