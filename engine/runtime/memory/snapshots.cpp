// SPDX-License-Identifier: MIT
// Snapshots of memory: taking, restoring, recognising. If content ids are known, they are the
// snapshot, and restoring waits until memory is used.
#include "engine/base/invariant.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

std::optional<Executor::Snapshot> Machine::snapshot() {
  const std::size_t number = content_snapshots_.size();
  content_snapshots_.push_back(memory_.snapshot());
  if (!memory_.has_content_ids()) snapshots_.push(program_memory_);
  if (accesses_) accesses_->snapshot(number);
  symmetry_.snapshot(number);
  return static_cast<Snapshot>(number);
}

void Machine::restore(Snapshot snapshot) {
  MCHECK_INVARIANT(snapshot < content_snapshots_.size(), "the snapshot exists");
  cut_snapshots(snapshot + 1);
  unchanged_since_resume_ = 0;
  symmetry_.restore(snapshot);
  memory_.restore(content_snapshots_.back());
  if (!memory_.has_content_ids()) program_memory_.restore(snapshots_.newest());
  if (!uses_step_cache_) drop_content_ids();
  if (accesses_) accesses_->restore(snapshot);
  failure_frames_ = {};
}

void Machine::cut_snapshots(std::size_t size) {
  std::size_t whole = snapshots_.size();
  for (; content_snapshots_.size() > size; content_snapshots_.pop_back()) {
    whole -= memory_.had_content_ids(content_snapshots_.back()) ? 0 : 1;
    memory_.forget_snapshots(content_snapshots_.back());
  }
  snapshots_.truncate(whole);
}

std::size_t Machine::snapshot_bytes() const {
  if (content_snapshots_.empty()) return initial_.size;
  return memory_.had_content_ids(content_snapshots_.back()) ? 0 : snapshots_.newest().size;
}

bool Machine::handle_guard_fault(const void* address) {
  return memory_.handle_guard_fault(address) || program_memory_.handle_write_fault(address);
}

// Not if something is recorded of each execution that is not in memory.
bool Machine::is_determined_by_memory() const {
  const bool keeps = capture_ || keep_notes_ || conflicts() != nullptr || reply_log_ != nullptr;
  return !keeps && external_state_ == nullptr && exit_status_ == 0;
}

std::optional<Executor::Memory> Machine::memory() {
  if (!is_determined_by_memory()) return std::nullopt;
  const auto kept = [&]() -> std::optional<Memory> {
    const std::optional<std::uint32_t> number = snapshot_set_.find_or_add(program_memory_);
    if (!number) return std::nullopt;
    return Memory{.low = *number};
  };
  if (!memory_.has_content_ids()) return kept();
  std::optional<Memory>& known = memory_.facts().memory;
  if (!known) {
    materialize();
    known = kept();
  }
  return known;
}

// With a bit that no number of a SnapshotSet has.
std::optional<Executor::Memory> Machine::memory_by_content() const {
  if (!has_content_ids() || !is_determined_by_memory()) return std::nullopt;
  Memory sum = memory_.sum();
  sum.high |= std::uint64_t{1} << 63;
  return sum;
}

}  // namespace mcheck
