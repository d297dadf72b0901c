// SPDX-License-Identifier: MIT
#include "dpor/trust_task_stack.hpp"

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
                   "only the last step of a task has a write part that is new");
  into.new_write = entry.new_write;
  into.threads = entry.threads;
}

Task TaskStack::task(std::size_t number) const {
  Task task;
  collect(entries()[number], task);
  return task;
}

void TaskStack::push(const Task& task) {
  follow(task.steps);
  push();
  keep(0, task.steps.size());
  entries_.back().new_write = task.new_write;
  entries_.back().threads = task.threads;
  add(std::span(task.pins));
}

void TaskStack::bring_parent() {
  is_here_ = true;
  if (step_count_ + parent_.size() > steps_.size()) grow(parent_.size());
  std::ranges::copy(parent_, steps_.data() + step_count_);
  step_count_ += parent_.size();
}

void TaskStack::grow(std::size_t by) { steps_.resize(2 * (steps_.size() + by)); }

void TaskStack::sort(std::size_t others) {
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(oldest_ + others);
  for (auto entry = first; entry != entries_.end(); ++entry) {
    const Piece& piece = pieces_[entry->first_piece];
    entry->shared = piece.from == family_.steps ? static_cast<std::uint32_t>(piece.count) : 0;
  }
  // Among equals the one pushed first is newest: that is the same with sets and with clocks.
  const auto order = [](const Entry& one, const Entry& other) {
    return one.shared != other.shared ? one.shared < other.shared
                                      : one.first_piece > other.first_piece;
  };
  if (!std::is_sorted(first, entries_.end(), order)) std::sort(first, entries_.end(), order);
}

void TaskStack::pop(Task& into) {
  const Entry newest = entries_.back();
  collect(newest, into);
  entries_.pop_back();
  if (entries_.empty() || entries_.back().before != newest.before) forget(newest.before);
  if (empty() && oldest_ > 0) clear();
}

void TaskStack::forget(const Filled& all_but) {
  step_count_ = all_but.steps;
  pieces_.resize(all_but.pieces);
  pins_.resize(all_but.pins);
}

// Storage of removed tasks is released when it is half of all.
void TaskStack::drop_oldest() {
  ++oldest_;
  if (empty()) return clear();
  if (oldest_ * 2 >= entries_.size()) give_back();
}

void TaskStack::give_back() {
  const Filled gone = entries_[oldest_].before;
  const auto erase = [](auto& vector, std::size_t count) {
    vector.erase(vector.begin(), vector.begin() + static_cast<std::ptrdiff_t>(count));
  };
  erase(steps_, gone.steps);
  erase(pieces_, gone.pieces);
  erase(pins_, gone.pins);
  erase(entries_, oldest_);
  step_count_ -= gone.steps;
  oldest_ = 0;
  for (Entry& entry : entries_) {
    entry.before.steps -= gone.steps;
    entry.before.pieces -= gone.pieces;
    entry.before.pins -= gone.pins;
    entry.first_piece -= gone.pieces;
    entry.first_pin -= gone.pins;
  }
  for (Piece& piece : pieces_) piece.from -= gone.steps;
}

void TaskStack::clear() {
  entries_.clear();
  step_count_ = 0;
  pieces_.clear();
  pins_.clear();
  oldest_ = 0;
}

}  // namespace mcheck::trust
