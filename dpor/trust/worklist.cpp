// SPDX-License-Identifier: MIT
#include "dpor/trust/worklist.hpp"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

namespace mcheck::trust {
namespace {

// The first `same` steps of the two tasks are equal.
bool steps_precede(std::span<const TaskStep> one, std::span<const TaskStep> other,
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
Task& Worklist::free_task() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(tasks_.size()));
    tasks_.emplace_back();
    keys_.emplace_back();
  }
  return tasks_[free_.back()];
}

Worklist::SortKey Worklist::sort_key_of(const Task& task) {
  constexpr std::uint64_t kLabelLimit = 4;
  const std::span<const TaskStep> steps = task.steps;
  SortKey key{.steps = steps.data(),
              .length = static_cast<std::uint32_t>(steps.size()),
              .has_new_write = task.new_write != kNone};
  std::uint64_t word = 0;
  std::uint64_t overflow = 0;  // not 0: something was too large for a byte
  const std::size_t most = std::min(steps.size(), kKeySteps);
  for (std::size_t i = 0; i < most; ++i) {
    const std::uint64_t packed = kLabelLimit * index(steps[i].thread) + steps[i].label + 1;
    overflow |= packed >> 8 | steps[i].label / kLabelLimit;
    word = word << 8 | packed;
    if (i % 8 == 7) key.packed_steps[i / 8] = std::exchange(word, 0);
  }
  if (most % 8 != 0) key.packed_steps[most / 8] = word << (64 - most % 8 * 8);
  key.is_complete = overflow == 0;
  return key;
}

[[gnu::always_inline]] inline bool Worklist::precedes(const SortKey& one, const SortKey& other) {
  const bool is_complete = one.is_complete && other.is_complete;
  for (std::size_t i = 0; is_complete && i < one.packed_steps.size(); ++i) {
    if (one.packed_steps[i] != other.packed_steps[i])
      return one.packed_steps[i] < other.packed_steps[i];
  }
  return steps_precede({one.steps, one.length}, {other.steps, other.length},
                       is_complete ? kKeySteps : 0);
}

std::size_t Worklist::position_for(const SortKey& sought) const {
  std::size_t first = segment_start();
  std::size_t end = queue_.size();
  for (std::size_t middle = end; first < end; middle = first + (end - first) / 2) {
    if (middle == end) --middle;  // usually it becomes the first of all
    if (precedes(sought, key(middle))) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first;
}

// Inserts the task of free_task().
void Worklist::insert(std::size_t position) {
  const std::uint32_t number = free_.back();
  free_.pop_back();
  steps_ += keys_[number].length;
  queue_.insert(queue_.begin() + static_cast<std::ptrdiff_t>(position), number);
}

// Splits the last segment if it is too large. Returns whether it was.
bool Worklist::split_segment() {
  const std::size_t count = queue_.size() - segment_start();
  if (count <= kMaxQueued && (steps_ <= kMaxQueuedSteps || count < 2)) return false;
  const auto first = queue_.begin() + static_cast<std::ptrdiff_t>(segment_start());
  const auto middle = first + static_cast<std::ptrdiff_t>(count / 2);
  const auto new_segment = std::rotate(first, middle, queue_.end());
  segment_starts_.push_back(static_cast<std::size_t>(new_segment - queue_.begin()));
  count_steps();
  return true;
}

void Worklist::count_steps() {
  steps_ = 0;
  for (std::size_t i = segment_start(); i < queue_.size(); ++i) steps_ += key(i).length;
}

std::size_t Worklist::length(std::size_t number) const {
  if (number < stack_size()) return stack_.entries()[number].length;
  return key(number - stack_size()).length;
}

bool Worklist::has_new_write(std::size_t number) const {
  if (number < stack_size()) return stack_.entries()[number].new_write != kNone;
  return key(number - stack_size()).has_new_write;
}

Task Worklist::task(std::size_t number) const {
  return number < stack_size() ? stack_.task(number) : tasks_[queue_[number - stack_size()]];
}

void Worklist::push(const Task& task) {
  if (task.steps.size() > kMaxTaskSteps) return stack_.push(task);
  Task& slot = free_task() = task;
  insert(position_for(keys_[free_.back()] = sort_key_of(slot)));
  split_segment();
}

void Worklist::pop(Task& into) {
  if (!stack_.empty()) return stack_.pop(into);
  const std::uint32_t number = queue_.back();
  queue_.pop_back();
  free_.push_back(number);
  std::swap(into, tasks_[number]);
  steps_ -= into.steps.size();
  drop_empty_segments();
  if (!queue_.empty()) prefetch(queue_.back());
}

// Usually the next task to run, and it was stored long ago.
void Worklist::prefetch(std::uint32_t task) const {
  __builtin_prefetch(&tasks_[task]);
  __builtin_prefetch(keys_[task].steps);
}

void Worklist::drop_empty_segments() {
  if (segment_starts_.empty() || queue_.size() > segment_starts_.back()) return;
  segment_starts_.pop_back();
  count_steps();
}

Task Worklist::drop_oldest() {
  if (queue_.empty()) {
    Task oldest = stack_.task(0);
    stack_.drop_oldest();
    return oldest;
  }
  const std::uint32_t number = queue_.front();
  queue_.erase(queue_.begin());
  free_.push_back(number);
  if (segment_starts_.empty()) steps_ -= tasks_[number].steps.size();
  for (std::size_t& segment_start : segment_starts_) --segment_start;
  if (!segment_starts_.empty() && segment_starts_.front() == 0) {
    segment_starts_.erase(segment_starts_.begin());
    count_steps();
  }
  return std::move(tasks_[number]);
}

void Worklist::clear() {
  stack_.clear();
  free_.insert(free_.end(), queue_.begin(), queue_.end());
  queue_.clear();
  segment_starts_.clear();
  steps_ = 0;
}

}  // namespace mcheck::trust
