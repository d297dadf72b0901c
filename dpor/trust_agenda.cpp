// SPDX-License-Identifier: MIT
#include "dpor/trust_agenda.hpp"

#include <algorithm>
#include <span>
#include <type_traits>

namespace mcheck::trust {
namespace {

// The first step from this one on at which two tasks are not the same.
std::size_t common(std::span<const TaskStep> one, std::span<const TaskStep> other,
                   std::size_t from) {
  const std::size_t most = std::min(one.size(), other.size());
  const TaskStep* const a = one.data();
  const TaskStep* const b = other.data();
  while (from < most && a[from].thread == b[from].thread && a[from].label == b[from].label) ++from;
  return from;
}

// The same of tasks of which so many steps are the same.
bool comes_before(std::span<const TaskStep> one, std::span<const TaskStep> other,
                  std::size_t same) {
  if (same == one.size() || same == other.size()) return one.size() < other.size();
  const TaskStep& a = one[same];
  const TaskStep& b = other[same];
  return a.thread != b.thread ? a.thread < b.thread : a.label < b.label;
}

}  // namespace

static_assert(std::is_nothrow_move_constructible_v<Task>, "wherever tasks are, their steps stay");

// A task that waits nowhere yet: the last one that is free.
Task& Agenda::room() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(tasks_.size()));
    tasks_.emplace_back();
    texts_.emplace_back();
  }
  return tasks_[free_.back()];
}

std::size_t Agenda::place_for(const Task& task) const {
  const std::span<const TaskStep> steps = task.steps;
  // Between the two places all are like the task as far as both of the tasks there are.
  std::size_t first = start();
  std::size_t end = words_.size();
  std::size_t same_at_first = 0;
  std::size_t same_at_end = 0;
  for (std::size_t middle = end; first < end; middle = first + (end - first) / 2) {
    if (middle == end) --middle;  // most often it is the first of all
    const std::span there(text(middle).steps, text(middle).length);
    const std::size_t same = common(steps, there, std::min(same_at_first, same_at_end));
    if (comes_before(steps, there, same)) {
      first = middle + 1;
      same_at_first = same;
    } else {
      end = middle;
      same_at_end = same;
    }
  }
  return first;
}

// What is in room().
void Agenda::insert(std::size_t place) {
  const std::uint32_t number = free_.back();
  free_.pop_back();
  const std::vector<TaskStep>& steps = tasks_[number].steps;
  steps_ += steps.size();
  texts_[number] = {.steps = steps.data(), .length = static_cast<std::uint32_t>(steps.size())};
  words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(place), number);
}

// Where too much waits: whether it did.
bool Agenda::part() {
  const std::size_t count = words_.size() - start();
  if (count <= kMostWaiting && (steps_ <= kMostSteps || count < 2)) return false;
  const auto first = words_.begin() + static_cast<std::ptrdiff_t>(start());
  const auto middle = first + static_cast<std::ptrdiff_t>(count / 2);
  const auto start_of_last = std::rotate(first, middle, words_.end());
  starts_.push_back(static_cast<std::size_t>(start_of_last - words_.begin()));
  count_steps();
  return true;
}

void Agenda::count_steps() {
  steps_ = 0;
  for (std::size_t i = start(); i < words_.size(); ++i) steps_ += text(i).length;
}

std::size_t Agenda::length(std::size_t number) const {
  if (number < stacked()) return stack_.entries()[number].length;
  return text(number - stacked()).length;
}

bool Agenda::has_new_write(std::size_t number) const {
  const std::uint32_t step = number < stacked() ? stack_.entries()[number].new_write
                                                : tasks_[words_[number - stacked()]].new_write;
  return step != kNone;
}

Task Agenda::task(std::size_t number) const {
  return number < stacked() ? stack_.task(number) : tasks_[words_[number - stacked()]];
}

void Agenda::push(const Task& task) {
  if (task.steps.size() > kLongest) return stack_.push(task);
  room() = task;
  insert(place_for(task));
  part();
}

void Agenda::pop(Task& into) {
  if (!stack_.empty()) return stack_.pop(into);
  const std::uint32_t number = words_.back();
  words_.pop_back();
  free_.push_back(number);
  std::swap(into, tasks_[number]);
  steps_ -= into.steps.size();
  leave_empty_passages();
  if (!words_.empty()) have_at_hand(words_.back());
}

// Most often it is run next, and it was put there long ago.
void Agenda::have_at_hand(std::uint32_t task) const {
  __builtin_prefetch(&tasks_[task]);
  __builtin_prefetch(texts_[task].steps);
}

void Agenda::leave_empty_passages() {
  if (starts_.empty() || words_.size() > starts_.back()) return;
  starts_.pop_back();
  count_steps();
}

Task Agenda::drop_oldest() {
  if (words_.empty()) {
    Task oldest = stack_.task(0);
    stack_.drop_oldest();
    return oldest;
  }
  const std::uint32_t number = words_.front();
  words_.erase(words_.begin());
  free_.push_back(number);
  if (starts_.empty()) steps_ -= tasks_[number].steps.size();
  for (std::size_t& start : starts_) --start;
  if (!starts_.empty() && starts_.front() == 0) {
    starts_.erase(starts_.begin());
    count_steps();
  }
  return std::move(tasks_[number]);
}

void Agenda::clear() {
  stack_.clear();
  free_.insert(free_.end(), words_.begin(), words_.end());
  words_.clear();
  starts_.clear();
  steps_ = 0;
}

}  // namespace mcheck::trust
