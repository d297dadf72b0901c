// SPDX-License-Identifier: MIT
// The tasks that are to be run, newest first; the oldest can be taken away.
//
// Those that follow from one execution, a family, are most of that one's steps, and a few of their
// own: it is kept once for all of them, and each is told as pieces of it. So of an execution of n
// steps n children take O(n) memory, where each has few pieces. Steps, pieces and pins lie one
// behind the other, so that nothing is allocated for a task; what a family takes is given back with
// the last of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dpor/trust_task.hpp"

namespace mcheck::trust {

class TaskStack {
 public:
  // So much is there.
  struct Filled {
    std::size_t steps = 0;
    std::size_t pieces = 0;
    std::size_t pins = 0;

    friend bool operator==(const Filled&, const Filled&) = default;
  };
  // What there is to know of a task without its steps.
  struct Entry {
    Filled before;  // its family: nothing that lies there is a part of it, or of a newer one
    std::size_t first_piece = 0;
    std::size_t first_pin = 0;
    std::uint32_t pieces = 0;
    std::uint32_t pins = 0;
    std::uint32_t length = 0;
    std::uint32_t new_write = kNone;
    std::uint32_t threads = 0;
    std::uint32_t shared =
        0;  // once sorted: as many steps as it has to begin with of the execution
  };

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return entries_.size() - oldest_; }
  // The oldest first.
  [[nodiscard]] std::span<const Entry> entries() const {
    return std::span(entries_).subspan(oldest_);
  }
  // REQUIRES of all of these: number < size().
  [[nodiscard]] Entry& entry(std::size_t number) { return entries_[oldest_ + number]; }
  [[nodiscard]] Task task(std::size_t number) const;

  // What is put here from now on is made of the steps of this execution; they are read at push().
  void follow(std::span<const TaskStep> execution) {
    parent_ = execution;
    family_ = {.steps = step_count_, .pieces = pieces_.size(), .pins = pins_.size()};
    is_here_ = false;
  }
  // A new task, without steps; what is added then is its.
  void push() {
    if (!is_here_) bring_parent();
    entries_.push_back(
        {.before = family_, .first_piece = pieces_.size(), .first_pin = pins_.size()});
  }
  void push(const Task& task);
  // So many steps of the execution, from this one on.
  void keep(std::size_t from, std::size_t count) {
    if (count > 0) add_piece(family_.steps + from, count);
  }
  void add(const TaskStep& step) {
    if (step_count_ == steps_.size()) grow(1);
    steps_[step_count_] = step;
    add_piece(step_count_++, 1);
  }
  void add(const Pin& pin) { add(std::span(&pin, 1)); }
  void add(std::span<const Pin> pins) {
    if (pins.empty()) return;
    pins_.insert(pins_.end(), pins.begin(), pins.end());
    entries_.back().pins += static_cast<std::uint32_t>(pins.size());
  }
  // The revisits of the step that comes next are to be made.
  void expect_new_write() { entries_.back().new_write = entries_.back().length; }

  // Of the family that was put here last, behind `others`: those that begin with most steps of its
  // execution become the newest.
  void sort(std::size_t others);
  // Of these, those are taken away for which the function says so.
  template <class Function>
  void remove(std::size_t others, const Function& function) {
    const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(oldest_ + others);
    entries_.erase(std::remove_if(first, entries_.end(), function), entries_.end());
    if (size() == others) forget(family_);
  }
  void collect(const Entry& entry, Task& into) const;
  // Takes the newest away, in memory that is there already.
  void pop(Task& into);
  void drop_oldest();
  void clear();

 private:
  // Neighbours among all steps.
  struct Piece {
    std::size_t from = 0;
    std::size_t count = 0;
  };

  void add_piece(std::size_t from, std::size_t count) {
    Entry& newest = entries_.back();
    newest.length += static_cast<std::uint32_t>(count);
    const bool goes_on = newest.pieces > 0 && pieces_.back().from + pieces_.back().count == from;
    if (goes_on) {
      pieces_.back().count += count;
    } else {
      pieces_.push_back({.from = from, .count = count});
      ++newest.pieces;
    }
  }
  void bring_parent();
  void grow(std::size_t by);
  void forget(const Filled& all_but);
  void give_back();

  std::vector<Entry> entries_;  // the first ones of them, up to the oldest, are gone
  std::size_t oldest_ = 0;
  std::vector<TaskStep> steps_;  // and room behind them
  std::size_t step_count_ = 0;
  std::vector<Piece> pieces_;
  std::vector<Pin> pins_;
  std::span<const TaskStep> parent_;
  Filled family_;        // what was there before it, and where the execution's steps are
  bool is_here_ = true;  // the execution is
};

}  // namespace mcheck::trust
