// SPDX-License-Identifier: MIT
#include "dpor/trust/task_stack.hpp"

#include "engine/base/invariant.hpp"

namespace mcheck::trust {

void TaskStack::collect(const Entry& entry, Task& into) const {
  into.steps.resize(entry.length);
  TaskStep* to = into.steps.data();
  for (const Piece& piece : std::span(pieces_).subspan(entry.first_piece, entry.pieces)) {
    to = std::copy_n(steps_.data() + piece.from, piece.count, to);
  }
  const std::span<const Pin> pins = std::span(pins_).subspan(entry.first_pin, entry.pins);
  into.pins.assign(pins.begin(), pins.end());
  MCHECK_INVARIANT(entry.new_write == kNone || entry.new_write + 1 == entry.length,
                   "only the last step of a task has a new write part");
  into.new_write = entry.new_write;
  into.threads = entry.threads;
}

Task TaskStack::task(std::size_t number) const {
  Task task;
  collect(entries()[number], task);
  return task;
}

void TaskStack::push(const Task& task) {
  begin_family(task.steps);
  push();
  keep_steps(0, task.steps.size());
  entries_.back().new_write = task.new_write;
  entries_.back().threads = task.threads;
  add(std::span(task.pins));
}

void TaskStack::store_parent() {
  parent_is_stored_ = true;
  if (step_count_ + parent_steps_.size() > steps_.size()) grow(parent_steps_.size());
  std::ranges::copy(parent_steps_, steps_.data() + step_count_);
  step_count_ += parent_steps_.size();
}

void TaskStack::grow(std::size_t by) { steps_.resize(2 * (steps_.size() + by)); }

void TaskStack::sort(std::size_t older_tasks) {
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(oldest_ + older_tasks);
  for (auto entry = first; entry != entries_.end(); ++entry) {
    const Piece& piece = pieces_[entry->first_piece];
    entry->shared_prefix =
        piece.from == family_storage_.steps ? static_cast<std::uint32_t>(piece.count) : 0;
  }
  // Among equals the one pushed first is newest: that is the same with sets and with clocks.
  const auto order = [](const Entry& one, const Entry& other) {
    return one.shared_prefix != other.shared_prefix ? one.shared_prefix < other.shared_prefix
                                                    : one.first_piece > other.first_piece;
  };
  if (!std::is_sorted(first, entries_.end(), order)) std::sort(first, entries_.end(), order);
}

void TaskStack::pop(Task& into) {
  const Entry newest = entries_.back();
  collect(newest, into);
  entries_.pop_back();
  if (entries_.empty() || entries_.back().storage_before != newest.storage_before)
    truncate_storage(newest.storage_before);
  if (empty() && oldest_ > 0) clear();
}

void TaskStack::truncate_storage(const StorageSize& keep_only) {
  step_count_ = keep_only.steps;
  pieces_.resize(keep_only.pieces);
  pins_.resize(keep_only.pins);
}

// Storage of removed tasks is released when it is half of all.
void TaskStack::drop_oldest() {
  ++oldest_;
  if (empty()) return clear();
  if (oldest_ * 2 >= entries_.size()) release_oldest();
}

void TaskStack::release_oldest() {
  const StorageSize released = entries_[oldest_].storage_before;
  const auto erase = [](auto& vector, std::size_t count) {
    vector.erase(vector.begin(), vector.begin() + static_cast<std::ptrdiff_t>(count));
  };
  erase(steps_, released.steps);
  erase(pieces_, released.pieces);
  erase(pins_, released.pins);
  erase(entries_, oldest_);
  step_count_ -= released.steps;
  oldest_ = 0;
  for (Entry& entry : entries_) {
    entry.storage_before.steps -= released.steps;
    entry.storage_before.pieces -= released.pieces;
    entry.storage_before.pins -= released.pins;
    entry.first_piece -= released.pieces;
    entry.first_pin -= released.pins;
  }
  for (Piece& piece : pieces_) piece.from -= released.steps;
}

void TaskStack::clear() {
  entries_.clear();
  step_count_ = 0;
  pieces_.clear();
  pins_.clear();
  oldest_ = 0;
}

}  // namespace mcheck::trust
