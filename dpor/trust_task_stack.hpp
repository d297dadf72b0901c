// SPDX-License-Identifier: MIT
// The tasks that are to be run, newest first; the oldest can be taken away.
//
// Those that follow from one execution are most of that one's steps, and a few of their own: it is
// kept once for all of them, and each is told as pieces of it. So of an execution of n steps n
// children take O(n) memory, where each has few pieces. Steps, pieces and pins lie one behind the
// other, so that nothing is allocated for a task.
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
  // What there is to know of a task without its steps.
  struct Entry {
    std::size_t base = 0;        // nothing before this step is a part of it, or of a newer one
    std::size_t first_step = 0;  // what is gone with it
    std::size_t first_piece = 0;
    std::size_t first_pin = 0;
    std::uint32_t length = 0;
    std::uint32_t new_write = kNone;
    std::uint32_t threads = 0;
  };

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return entries_.size() - oldest_; }
  // The oldest first.
  [[nodiscard]] std::span<const Entry> entries() const {
    return std::span(entries_).subspan(oldest_);
  }
  // REQUIRES of all of these: number < size().
  [[nodiscard]] Entry& entry(std::size_t number) { return entries_[oldest_ + number]; }
  [[nodiscard]] std::size_t length(std::size_t number) const { return entries()[number].length; }
  [[nodiscard]] Task task(std::size_t number) const;

  // What is put here from now on is made of the steps of this execution; they are read at push().
  void follow(std::span<const TaskStep> execution) {
    parent_ = execution;
    is_here_ = false;
  }
  // A new task, without steps; what is added then is its.
  void push() {
    const std::size_t first = step_count_;
    if (!is_here_) bring_parent();
    entries_.push_back({.base = parent_at_,
                        .first_step = first,
                        .first_piece = pieces_.size(),
                        .first_pin = pins_.size()});
  }
  void push(const Task& task);
  // So many steps of the execution, from this one on.
  void keep(std::size_t from, std::size_t count) {
    if (count > 0) add_piece(parent_at_ + from, count);
  }
  void add(const TaskStep& step) {
    if (step_count_ == steps_.size()) grow(1);
    steps_[step_count_] = step;
    add_piece(step_count_++, 1);
  }
  void add(const Pin& pin) { pins_.push_back(pin); }
  void add(std::span<const Pin> pins) {
    if (!pins.empty()) pins_.insert(pins_.end(), pins.begin(), pins.end());
  }
  // The revisits of the step that comes next are to be made.
  void expect_new_write() { entries_.back().new_write = entries_.back().length; }

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
    const bool goes_on =
        pieces_.size() > newest.first_piece && pieces_.back().from + pieces_.back().count == from;
    if (goes_on) {
      pieces_.back().count += count;
    } else {
      pieces_.push_back({.from = from, .count = count});
    }
  }
  void bring_parent();
  void grow(std::size_t by);
  void collect(std::size_t place, Task& into) const;
  void give_back();

  std::vector<Entry> entries_;  // the first ones of them, up to the oldest, are gone
  std::size_t oldest_ = 0;
  std::vector<TaskStep> steps_;  // and room behind them
  std::size_t step_count_ = 0;
  std::vector<Piece> pieces_;
  std::vector<Pin> pins_;
  std::span<const TaskStep> parent_;
  bool is_here_ = true;        // as a part of the steps,
  std::size_t parent_at_ = 0;  // from here on
};

}  // namespace mcheck::trust
