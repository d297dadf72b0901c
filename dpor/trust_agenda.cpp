// SPDX-License-Identifier: MIT
#include "dpor/trust_agenda.hpp"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

namespace mcheck::trust {
namespace {

// The first `same` steps of the two tasks are equal.
bool steps_come_before(std::span<const TaskStep> one, std::span<const TaskStep> other,
                       std::size_t same) {
  const std::size_t most = std::min(one.size(), other.size());
  for (std::size_t i = same; i < most; ++i) {
    if (one[i].thread != other[i].thread) return one[i].thread < other[i].thread;
    if (one[i].label != other[i].label) return one[i].label < other[i].label;
  }
  return one.size() < other.size();
}

}  // namespace

static_assert(std::is_nothrow_move_constructible_v<Task>, "wherever tasks are, their steps stay");

// A task that is not queued yet: the last free one.
Task& Agenda::room() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(tasks_.size()));
    tasks_.emplace_back();
    texts_.emplace_back();
  }
  return tasks_[free_.back()];
}

Agenda::Text Agenda::text_of(const Task& task) {
  constexpr std::uint64_t kLabels = 4;
  const std::span<const TaskStep> steps = task.steps;
  Text text{.steps = steps.data(),
            .length = static_cast<std::uint32_t>(steps.size()),
            .has_new_write = task.new_write != kNone};
  std::uint64_t word = 0;
  std::uint64_t beyond = 0;  // not 0: something was too large for a byte
  const std::size_t most = std::min(steps.size(), kTold);
  for (std::size_t i = 0; i < most; ++i) {
    const std::uint64_t move = kLabels * index(steps[i].thread) + steps[i].label + 1;
    beyond |= move >> 8 | steps[i].label / kLabels;
    word = word << 8 | move;
    if (i % 8 == 7) text.moves[i / 8] = std::exchange(word, 0);
  }
  if (most % 8 != 0) text.moves[most / 8] = word << (64 - most % 8 * 8);
  text.told = beyond == 0;
  return text;
}

[[gnu::always_inline]] inline bool Agenda::comes_before(const Text& one, const Text& other) {
  const bool told = one.told && other.told;
  for (std::size_t i = 0; told && i < one.moves.size(); ++i) {
    if (one.moves[i] != other.moves[i]) return one.moves[i] < other.moves[i];
  }
  return steps_come_before({one.steps, one.length}, {other.steps, other.length}, told ? kTold : 0);
}

std::size_t Agenda::place_for(const Text& wanted) const {
  std::size_t first = start();
  std::size_t end = words_.size();
  for (std::size_t middle = end; first < end; middle = first + (end - first) / 2) {
    if (middle == end) --middle;  // usually it becomes the first of all
    if (comes_before(wanted, text(middle))) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first;
}

// Inserts the task of free_task().
void Agenda::insert(std::size_t place) {
  const std::uint32_t number = free_.back();
  free_.pop_back();
  steps_ += texts_[number].length;
  words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(place), number);
}

// Splits the last segment if it is too large. Returns whether it was.
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
  if (number < stacked()) return stack_.entries()[number].new_write != kNone;
  return text(number - stacked()).has_new_write;
}

Task Agenda::task(std::size_t number) const {
  return number < stacked() ? stack_.task(number) : tasks_[words_[number - stacked()]];
}

void Agenda::push(const Task& task) {
  if (task.steps.size() > kLongest) return stack_.push(task);
  Task& waits = room() = task;
  insert(place_for(texts_[free_.back()] = text_of(waits)));
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

// Usually the next task to run, and it was stored long ago.
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
