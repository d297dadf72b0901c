// SPDX-License-Identifier: MIT
// The tasks that are to be run, newest first. Their steps and pins lie one behind the other, so
// that nothing is allocated for a task; the oldest can be taken away.
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
    std::size_t first_step = 0;
    std::size_t first_pin = 0;
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
  [[nodiscard]] std::size_t length(std::size_t number) const {
    const std::size_t next = oldest_ + number + 1;
    const std::size_t end = next < entries_.size() ? entries_[next].first_step : step_count_;
    return end - entries_[next - 1].first_step;
  }
  [[nodiscard]] std::span<const TaskStep> steps(std::size_t number) const;
  [[nodiscard]] std::span<const Pin> pins(std::size_t number) const;
  [[nodiscard]] Task task(std::size_t number) const;

  // A new task, without steps; what is added then is its.
  void push() { entries_.push_back({.first_step = step_count_, .first_pin = pins_.size()}); }
  void push(const Task& task);
  void add(const TaskStep& step) {
    if (step_count_ == steps_.size()) grow(1);
    steps_[step_count_++] = step;
  }
  void add(std::span<const TaskStep> steps) {
    if (step_count_ + steps.size() > steps_.size()) grow(steps.size());
    std::ranges::copy(steps, steps_.data() + step_count_);
    step_count_ += steps.size();
  }
  // At most so many, which the function writes from there on; it tells where they end.
  template <class Write>
  void add_some(std::size_t most, const Write& write) {
    if (step_count_ + most > steps_.size()) grow(most);
    step_count_ = static_cast<std::size_t>(write(steps_.data() + step_count_) - steps_.data());
  }
  void add(const Pin& pin) { pins_.push_back(pin); }
  void add(std::span<const Pin> pins) {
    if (!pins.empty()) pins_.insert(pins_.end(), pins.begin(), pins.end());
  }
  // The revisits of the step that comes next are to be made.
  void expect_new_write() {
    Entry& newest = entries_.back();
    newest.new_write = static_cast<std::uint32_t>(step_count_ - newest.first_step);
  }

  // Takes the newest away, in memory that is there already.
  void pop(Task& into);
  void drop_oldest();
  void clear();

 private:
  void grow(std::size_t by);

  std::vector<Entry> entries_;  // the first ones of them, up to the oldest, are gone
  std::size_t oldest_ = 0;
  std::vector<TaskStep> steps_;  // and room behind them
  std::size_t step_count_ = 0;
  std::vector<Pin> pins_;
};

}  // namespace mcheck::trust
