// SPDX-License-Identifier: MIT
// Which task runs next. The order decides how many steps consecutive executions share.
//
// Idea     Tasks are ordered lexicographically by their steps, and the first one runs next. A task
//          that follows from an execution sorts after it, because where they part it takes another
//          thread than the default. So one pass through the order is enough, and each execution
//          shares as much with the one before as with any other.
//            If too many tasks wait, the later half runs first, as a segment of its own.
// Costs    A task is copied and compared with some that wait; where two begin alike, from where
//          they begin to differ. For executions of more than kMaxTaskSteps steps a task consists of
//          pieces of the execution (task_stack.hpp), and the one with the longest common prefix
//          runs first: keeping as many of them in order would take too much memory. The order
//          depends on the tasks and on what is known of their kinds only, so it is reproducible.
// Limits   kMaxQueued tasks, or kMaxQueuedSteps steps, wait in one segment; the number of segments
//          is not limited.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dpor/trust/task.hpp"
#include "dpor/trust/task_stack.hpp"

namespace mcheck::trust {

class Worklist {
 public:
  // Where the children of an execution are put, and counted; then place_children() is called.
  [[nodiscard]] TaskStack& stack() { return stack_; }
  // The children are all but the first `older_tasks`. Those for which the function says no run next
  // wherever they would otherwise have to wait for unrelated tasks. Returns whether any other task
  // may run before all that follows from the execution has run.
  template <class Function>
  bool place_children(std::size_t older_tasks, const Function& can_wait);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return stack_.size() + queue_.size(); }
  // Those that run before the ordered ones.
  [[nodiscard]] std::size_t stack_size() const { return stack_.size(); }
  [[nodiscard]] std::size_t length(std::size_t number) const;
  [[nodiscard]] bool has_new_write(std::size_t number) const;
  [[nodiscard]] Task task(std::size_t number) const;

  void push(const Task& task);
  // REQUIRES: not empty().
  void pop(Task& into);
  // The task that would run last. REQUIRES: not empty().
  Task drop_oldest();
  void clear();

 private:
  static constexpr std::size_t kMaxQueued = 512;
  static constexpr std::size_t kMaxQueuedSteps = std::size_t{1} << 14;
  static constexpr std::size_t kMaxTaskSteps = kMaxQueuedSteps / 256;  // few longer ones fit

  // What tasks are compared by, in one cache line, which usually decides. A waiting task does not
  // change.
  struct alignas(64) SortKey {
    // The first transitions, a byte each, the first one in the highest byte; 0 after the last one.
    std::array<std::uint64_t, 6> packed_steps{};
    const TaskStep* steps = nullptr;
    std::uint32_t length = 0;
    bool has_new_write = false;
    bool is_complete = false;  // the bytes are exact: no transition was too large for one
  };
  static constexpr std::size_t kKeySteps = sizeof(SortKey::packed_steps);
  [[nodiscard]] static SortKey sort_key_of(const Task& task);
  [[nodiscard]] static bool precedes(const SortKey& one, const SortKey& other);

  [[nodiscard]] Task& free_task();
  [[nodiscard]] const SortKey& key(std::size_t word) const { return keys_[queue_[word]]; }
  [[nodiscard]] std::size_t segment_start() const {
    return segment_starts_.empty() ? 0 : segment_starts_.back();
  }
  [[nodiscard]] std::size_t position_for(const SortKey& sought) const;
  void insert(std::size_t position);
  bool split_segment();
  void drop_empty_segments();
  void prefetch(std::uint32_t task) const;
  void count_steps();

  TaskStack stack_;
  std::vector<Task> tasks_;                  // some of them are free memory
  std::vector<std::uint32_t> free_;          // the free ones
  std::vector<std::uint32_t> queue_;         // the waiting ones, the last one first
  std::vector<SortKey> keys_;                // by task
  std::vector<std::size_t> segment_starts_;  // where segments begin in it, except the first one
  std::size_t steps_ = 0;                    // in the last segment
  bool depth_first_so_far_ =
      true;  // so far the children of an execution ran before all other tasks
};

template <class Function>
bool Worklist::place_children(std::size_t older_tasks, const Function& can_wait) {
  const std::size_t queued_before = queue_.size();
  bool in_order = true;
  stack_.remove(older_tasks, [&](const TaskStack::Entry& entry) {
    if (entry.length > kMaxTaskSteps) return false;
    Task& task = free_task();
    stack_.collect(entry, task);
    const SortKey& sought = keys_[free_.back()] = sort_key_of(task);
    const std::size_t position = position_for(sought);
    if (position < queued_before) in_order = false;
    if (!(in_order && depth_first_so_far_) && !can_wait(entry)) return false;
    insert(position);
    return true;
  });
  stack_.sort(older_tasks);
  if (split_segment()) in_order = false;
  depth_first_so_far_ = depth_first_so_far_ && in_order;
  return !in_order || (queue_.size() > queued_before && !stack_.empty());
}

}  // namespace mcheck::trust
