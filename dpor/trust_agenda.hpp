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

#include "dpor/trust_task.hpp"
#include "dpor/trust_task_stack.hpp"

namespace mcheck::trust {

class Agenda {
 public:
  // Where the children of an execution are put, and counted; then place_children() is called.
  [[nodiscard]] TaskStack& stack() { return stack_; }
  // The children are all but the first `older_tasks`. Those for which the function says no run next
  // wherever they would otherwise have to wait for unrelated tasks. Returns whether any other task
  // may run before all that follows from the execution has run.
  template <class Function>
  bool settle(std::size_t others, const Function& can_wait);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return stack_.size() + words_.size(); }
  // Those that run before the ordered ones.
  [[nodiscard]] std::size_t stacked() const { return stack_.size(); }
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
  static constexpr std::size_t kMostWaiting = 512;
  static constexpr std::size_t kMostSteps = std::size_t{1} << 14;
  static constexpr std::size_t kLongest = kMostSteps / 256;  // few longer ones fit

  // What tasks are compared by, in one cache line, which usually decides. A waiting task does not
  // change.
  struct alignas(64) Text {
    // The first transitions, a byte each, the first one in the highest byte; 0 after the last one.
    std::array<std::uint64_t, 6> moves{};
    const TaskStep* steps = nullptr;
    std::uint32_t length = 0;
    bool has_new_write = false;
    bool told = false;  // the bytes are exact: no transition was too large for one
  };
  static constexpr std::size_t kTold = sizeof(Text::moves);
  [[nodiscard]] static Text text_of(const Task& task);
  [[nodiscard]] static bool comes_before(const Text& one, const Text& other);

  [[nodiscard]] Task& room();
  [[nodiscard]] const Text& text(std::size_t word) const { return texts_[words_[word]]; }
  [[nodiscard]] std::size_t start() const { return starts_.empty() ? 0 : starts_.back(); }
  [[nodiscard]] std::size_t place_for(const Text& wanted) const;
  void insert(std::size_t place);
  bool part();
  void leave_empty_passages();
  void have_at_hand(std::uint32_t task) const;
  void count_steps();

  TaskStack stack_;
  std::vector<Task> tasks_;           // some of them are free memory
  std::vector<std::uint32_t> free_;   // the free ones
  std::vector<std::uint32_t> words_;  // the waiting ones, the last one first
  std::vector<Text> texts_;           // by task
  std::vector<std::size_t> starts_;   // where segments begin in it, except the first one
  std::size_t steps_ = 0;             // in the last segment
  bool newest_first_ = true;  // so far the children of an execution ran before all other tasks
};

template <class Function>
bool Agenda::settle(std::size_t others, const Function& can_wait) {
  const std::size_t waited = words_.size();
  bool in_order = true;
  stack_.remove(others, [&](const TaskStack::Entry& entry) {
    if (entry.length > kLongest) return false;
    Task& task = room();
    stack_.collect(entry, task);
    const Text& wanted = texts_[free_.back()] = text_of(task);
    const std::size_t place = place_for(wanted);
    if (place < waited) in_order = false;
    if (!(in_order && newest_first_) && !can_wait(entry)) return false;
    insert(place);
    return true;
  });
  stack_.sort(others);
  if (part()) in_order = false;
  newest_first_ = newest_first_ && in_order;
  return !in_order || (words_.size() > waited && !stack_.empty());
}

}  // namespace mcheck::trust
