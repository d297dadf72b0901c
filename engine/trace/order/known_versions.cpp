// SPDX-License-Identifier: MIT
// What clocks know of versions of objects (synchronization.hpp, Versions).
#include <algorithm>

#include "engine/trace/order/sequential_order.hpp"
#include "engine/trace/order/synchronization.hpp"

namespace mcheck {

// The one that the event has written or read. A notify does neither.
void Synchronization::note_version(const Event& event) {
  if (!reads_memory(event) && !writes_memory(event)) return;
  const bool is_new = event.version_after != kNone;
  const std::uint32_t version = is_new ? event.version_after : event.version_before;
  rows_[current_->clock * width_ + thread_columns_ + index(event.operation.object)] = version + 1;
}

// Of the current thread's clock.
void Synchronization::join_columns(Known into, Row other, Known from) {
  std::uint32_t* const to = rows_.data() + current_->clock * width_ + first_column(into);
  const std::uint32_t* const source = rows_.data() + other * width_ + first_column(from);
  for (std::size_t i = 0; i < object_columns_; ++i) to[i] = std::max(to[i], source[i]);
}

// An access of memory. What it follows in eco may have come after fences, and so may it itself.
void Synchronization::apply_order_of_fences(const Event& event, const ObjectClocks& from,
                                            ObjectClocks& to) {
  join_columns(Known::kAfterNextFence, from.fenced_writes, Known::kAtFences);
  if (event.version_after != kNone && !event.failed) {
    join_columns(Known::kAfterNextFence, from.fenced_reads, Known::kAtFences);
    to.fenced_writes = merged(merged(from.fenced_writes, from.fenced_reads), current_->clock);
    to.fenced_reads = 0;
    return;
  }
  const std::uint32_t version = event.version_before;
  if (object_clocks_.size() <= version) object_clocks_.resize(version + 1);
  steps_.back().read = version;
  steps_.back().fenced_reads = from.fenced_reads;
  object_clocks_[version].fenced_reads = merged(from.fenced_reads, current_->clock);
}

Synchronization::Clock Synchronization::fenced_before_writes(std::uint32_t version) const {
  return row(version < object_clocks_.size() ? object_clocks_[version].fenced_writes : 0);
}

Synchronization::Clock Synchronization::fenced_before_reads(std::uint32_t version) const {
  return row(version < object_clocks_.size() ? object_clocks_[version].fenced_reads : 0);
}

}  // namespace mcheck
