// SPDX-License-Identifier: MIT
#include "dpor/trust_task_stack.hpp"

#include "engine/base/invariant.hpp"

namespace mcheck::trust {
namespace {

// What the vector has from there up to where the next entry's begin.
template <class What, class Entry>
std::span<const What> part_of(const std::vector<What>& all, std::span<const Entry> entries,
                              std::size_t place, std::size_t Entry::*first) {
  const std::size_t begin = entries[place].*first;
  const std::size_t end = place + 1 == entries.size() ? all.size() : entries[place + 1].*first;
  return std::span(all).subspan(begin, end - begin);
}

}  // namespace

void TaskStack::collect(std::size_t place, Task& into) const {
  const std::span<const Entry> all(entries_);
  const Entry& entry = all[place];
  into.steps.resize(entry.length);
  TaskStep* to = into.steps.data();
  for (const Piece& piece : part_of(pieces_, all, place, &Entry::first_piece)) {
    to = std::copy_n(steps_.data() + piece.from, piece.count, to);
  }
  into.pins.clear();
  if (entry.first_pin < pins_.size()) {
    const std::span<const Pin> pins = part_of(pins_, all, place, &Entry::first_pin);
    into.pins.assign(pins.begin(), pins.end());
  }
  MCHECK_INVARIANT(entry.new_write == kNone || entry.new_write + 1 == entry.length,
                   "only the last step of a task has a write part that is new");
  into.new_write = entry.new_write;
  into.threads = entry.threads;
}

Task TaskStack::task(std::size_t number) const {
  Task task;
  collect(oldest_ + number, task);
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
  parent_at_ = step_count_;
  is_here_ = true;
  if (step_count_ + parent_.size() > steps_.size()) grow(parent_.size());
  std::ranges::copy(parent_, steps_.data() + step_count_);
  step_count_ += parent_.size();
}

void TaskStack::grow(std::size_t by) { steps_.resize(2 * (steps_.size() + by)); }

void TaskStack::pop(Task& into) {
  collect(entries_.size() - 1, into);
  const Entry newest = entries_.back();
  entries_.pop_back();
  step_count_ = newest.first_step;
  pieces_.resize(newest.first_piece);
  pins_.resize(newest.first_pin);
  if (empty() && oldest_ > 0) clear();
}

// What is gone is given back now and then, when it is half of all.
void TaskStack::drop_oldest() {
  ++oldest_;
  if (empty()) return clear();
  if (oldest_ * 2 >= entries_.size()) give_back();
}

void TaskStack::give_back() {
  const Entry oldest = entries_[oldest_];
  const auto forget = [](auto& vector, std::size_t gone) {
    vector.erase(vector.begin(), vector.begin() + static_cast<std::ptrdiff_t>(gone));
  };
  forget(steps_, oldest.base);
  forget(pieces_, oldest.first_piece);
  forget(pins_, oldest.first_pin);
  forget(entries_, oldest_);
  step_count_ -= oldest.base;
  oldest_ = 0;
  for (Entry& entry : entries_) {
    entry.base -= oldest.base;
    entry.first_step -= oldest.base;
    entry.first_piece -= oldest.first_piece;
    entry.first_pin -= oldest.first_pin;
  }
  for (Piece& piece : pieces_) piece.from -= oldest.base;
}

void TaskStack::clear() {
  entries_.clear();
  step_count_ = 0;
  pieces_.clear();
  pins_.clear();
  oldest_ = 0;
}

}  // namespace mcheck::trust
