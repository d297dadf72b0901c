// SPDX-License-Identifier: MIT
#include "dpor/trust_task_stack.hpp"

namespace mcheck::trust {

std::span<const TaskStep> TaskStack::steps(std::size_t number) const {
  return std::span(steps_).subspan(entries_[oldest_ + number].first_step, length(number));
}

std::span<const Pin> TaskStack::pins(std::size_t number) const {
  const std::size_t place = oldest_ + number;
  const std::size_t first = entries_[place].first_pin;
  const bool newest = place + 1 == entries_.size();
  const std::size_t end = newest ? pins_.size() : entries_[place + 1].first_pin;
  return std::span(pins_).subspan(first, end - first);
}

Task TaskStack::task(std::size_t number) const {
  const Entry& entry = entries_[oldest_ + number];
  const std::span<const TaskStep> its_steps = steps(number);
  const std::span<const Pin> its_pins = pins(number);
  return {.steps = {its_steps.begin(), its_steps.end()},
          .new_write = entry.new_write,
          .pins = {its_pins.begin(), its_pins.end()},
          .threads = entry.threads};
}

void TaskStack::push(const Task& task) {
  push();
  entries_.back().new_write = task.new_write;
  entries_.back().threads = task.threads;
  add(std::span(task.steps));
  add(std::span(task.pins));
}

void TaskStack::grow(std::size_t by) { steps_.resize(2 * (steps_.size() + by)); }

void TaskStack::pop(Task& into) {
  const Entry newest = entries_.back();
  entries_.pop_back();
  into.steps.assign(steps_.data() + newest.first_step, steps_.data() + step_count_);
  step_count_ = newest.first_step;
  into.pins.clear();
  if (newest.first_pin < pins_.size()) {
    into.pins.assign(pins_.data() + newest.first_pin, pins_.data() + pins_.size());
    pins_.resize(newest.first_pin);
  }
  into.new_write = newest.new_write;
  into.threads = newest.threads;
  if (empty() && oldest_ > 0) clear();
}

// What is gone is given back now and then, when it is half of all.
void TaskStack::drop_oldest() {
  ++oldest_;
  if (empty()) return clear();
  if (oldest_ * 2 < entries_.size()) return;
  const std::size_t gone_steps = entries_[oldest_].first_step;
  const std::size_t gone_pins = entries_[oldest_].first_pin;
  steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(gone_steps));
  step_count_ -= gone_steps;
  pins_.erase(pins_.begin(), pins_.begin() + static_cast<std::ptrdiff_t>(gone_pins));
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(oldest_));
  oldest_ = 0;
  for (Entry& entry : entries_) {
    entry.first_step -= gone_steps;
    entry.first_pin -= gone_pins;
  }
}

void TaskStack::clear() {
  entries_.clear();
  step_count_ = 0;
  pins_.clear();
  oldest_ = 0;
}

}  // namespace mcheck::trust
