// SPDX-License-Identifier: MIT
// Snapshots of memory: taking, restoring, recognising. If content ids are known, they are the
// snapshot, and restoring waits until memory is used.
#include "engine/base/invariant.hpp"
#include "engine/runtime/machine.hpp"

namespace mcheck {

std::optional<Executor::Save> Machine::save() {
  const std::size_t number = marks_.size();
  marks_.push_back(memory_.mark());
  if (!memory_.is_known()) saves_.push(world_);
  if (accesses_) accesses_->save(number);
  return static_cast<Save>(number);
}

void Machine::restore(Save save) {
  MCHECK_INVARIANT(save < marks_.size(), "only what was saved is restored");
  cut_saves(save + 1);
  tried_after_ = 0;
  memory_.go_back(marks_.back());
  if (!memory_.is_known()) world_.restore(saves_.newest());
  if (!knows_) leave_state();
  if (accesses_) accesses_->restore(save);
  failure_frames_ = {};
}

void Machine::cut_saves(std::size_t size) {
  std::size_t whole = saves_.size();
  for (; marks_.size() > size; marks_.pop_back()) {
    whole -= memory_.was_known(marks_.back()) ? 0 : 1;
    memory_.forget_marks(marks_.back());
  }
  saves_.cut(whole);
}

std::size_t Machine::save_bytes() const {
  if (marks_.empty()) return initial_.size;
  return memory_.was_known(marks_.back()) ? 0 : saves_.newest().size;
}

// Not if something is recorded of each execution that is not in memory.
bool Machine::is_told_by_memory() const {
  const bool keeps = capture_ || keep_notes_ || conflicts() != nullptr || journal_ != nullptr;
  return !keeps && surroundings_ == nullptr && exit_status_ == 0;
}

std::optional<Executor::Memory> Machine::memory() {
  if (!is_told_by_memory()) return std::nullopt;
  const auto kept = [&]() -> std::optional<Memory> {
    const std::optional<std::uint32_t> number = kept_memory_.find_or_keep(world_);
    if (!number) return std::nullopt;
    return Memory{.low = *number};
  };
  if (!memory_.is_known()) return kept();
  std::optional<Memory>& known = memory_.facts().memory;
  if (!known) {
    make_real();
    known = kept();
  }
  return known;
}

// With a bit that no number of a SnapshotSet has.
std::optional<Executor::Memory> Machine::known_memory() const {
  if (!is_known() || !is_told_by_memory()) return std::nullopt;
  Memory sum = memory_.sum();
  sum.high |= std::uint64_t{1} << 63;
  return sum;
}

}  // namespace mcheck
