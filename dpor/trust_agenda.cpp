// SPDX-License-Identifier: MIT
#include "dpor/trust_agenda.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace mcheck::trust {
namespace {

bool comes_before(const Task& one, const Task& other) {
  const auto words = [](const TaskStep& step) { return std::tuple(step.thread, step.label); };
  return std::ranges::lexicographical_compare(one.steps, other.steps, {}, words, words);
}

}  // namespace

void Agenda::put_off(const TaskStack::Entry& entry) {
  if (put_off_ == later_.size()) later_.emplace_back();
  stack_.collect(entry, later_[put_off_++]);
  steps_put_off_ += entry.length;
}

void Agenda::bring_back() {
  sorted_.resize(put_off_);
  std::iota(sorted_.begin(), sorted_.end(), 0);
  std::ranges::sort(sorted_, [this](std::uint32_t one, std::uint32_t other) {
    return comes_before(later_[other], later_[one]);
  });
  for (const std::uint32_t number : sorted_) stack_.push(later_[number]);
  put_off_ = 0;
  steps_put_off_ = 0;
}

std::size_t Agenda::length(std::size_t number) const {
  if (number < stacked()) return stack_.entries()[number].length;
  return later_[number - stacked()].steps.size();
}

bool Agenda::has_new_write(std::size_t number) const {
  const std::uint32_t step = number < stacked() ? stack_.entries()[number].new_write
                                                : later_[number - stacked()].new_write;
  return step != kNone;
}

Task Agenda::task(std::size_t number) const {
  return number < stacked() ? stack_.task(number) : later_[number - stacked()];
}

void Agenda::pop(Task& into) {
  if (stack_.empty()) bring_back();
  stack_.pop(into);
}

Task Agenda::drop_oldest() {
  if (stack_.empty()) bring_back();
  Task oldest = stack_.task(0);
  stack_.drop_oldest();
  return oldest;
}

void Agenda::clear() {
  stack_.clear();
  put_off_ = 0;
  steps_put_off_ = 0;
}

}  // namespace mcheck::trust
