// SPDX-License-Identifier: MIT
#include "engine/search/progress/starvation.hpp"

#include <algorithm>

namespace mcheck {

ThreadSet progress_since(const Execution& execution, std::size_t event) {
  ThreadSet threads;
  for (const Event& it : execution.events().subspan(event)) {
    if (it.operation.kind == Kind::kProgress) threads.add(it.thread);
  }
  return threads;
}

bool only_reads_since(const Execution& execution, std::size_t event) {
  const std::span<const Event> step = execution.events().subspan(event);
  return execution.was_idle_read(step[0]) &&
         std::ranges::all_of(step.subspan(1),
                             [](const Event& it) { return is_pause(it.operation.kind); });
}

bool is_locked_out(const Execution& execution, const ThreadRecord& record) {
  if (record.status != ThreadRecord::Status::kReady) return false;
  const Kind kind = record.pending.kind;
  if (kind != Kind::kLock && kind != Kind::kLockShared) return false;
  return execution.enabled(record) == 0 && !execution.spins(record);
}

}  // namespace mcheck
