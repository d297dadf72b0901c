// SPDX-License-Identifier: MIT
// Whether a thread that looks at things has come round to where it stood: what Execution keeps of
// where threads stood, gone through from the newest on. A part of Execution that need not be known
// to all who know it.
#pragma once

#include "engine/search/execution.hpp"

namespace mcheck {

template <class IsLike>
const Stance* Execution::came_round(ThreadId id, const IsLike& is_like) const {
  const ThreadRecord& record = thread(id);
  std::size_t end = stance_bytes_.size();
  for (std::size_t i = stances_.size(); i > 0; --i) {
    const Stance& stance = stances_[i - 1];
    const std::span<const std::byte> kept(stance_bytes_.data() + stance.kept, end - stance.kept);
    end = stance.kept;
    if (stance.thread != id) continue;
    if (stance.event < record.quiet_from) return nullptr;
    if (stance.drift != record.drift || stance.operation != record.pending) continue;
    if (is_like(stance, kept)) return &stance;
  }
  return nullptr;
}

}  // namespace mcheck
