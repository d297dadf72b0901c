// SPDX-License-Identifier: MIT
// What is to be run, and what first: the order decides how much of one execution is the next one's.
//
// Idea     Newest first, so that few tasks wait; of those that follow from one execution first the
//          one that goes on with it the longest. What turns off from it before it turned off itself
//          from the one before, as most do that read an older version, would lead away from what
//          comes next: it is put off until there are kMostPutOff of them, or kMostStepsPutOff
//          steps, which are then run as they would be found in a dictionary, neighbours being
//          alike.
// Costs    A task that is put off is copied, and compared with others. The order follows from the
//          tasks, and from what is known of their kinds: the same each time.
// Limits   Those put off that follow from some that were put off before wait on top of these, so
//          often at most as an execution has steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dpor/trust_task.hpp"
#include "dpor/trust_task_stack.hpp"

namespace mcheck::trust {

class Agenda {
 public:
  // Where those that follow from an execution are put, and counted: then settle() is called.
  [[nodiscard]] TaskStack& stack() { return stack_; }
  // Of these are all but the first `others`. So many steps of their execution were those of the
  // one before. Nothing is put off but what the function says may be. Whether anything was.
  template <class Function>
  bool settle(std::size_t others, std::size_t shared, const Function& can_wait);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return stack_.size() + put_off_; }
  // Those that would be run before what is put off.
  [[nodiscard]] std::size_t stacked() const { return stack_.size(); }
  [[nodiscard]] std::size_t length(std::size_t number) const;
  [[nodiscard]] bool has_new_write(std::size_t number) const;
  [[nodiscard]] Task task(std::size_t number) const;

  void push(const Task& task) { stack_.push(task); }
  // REQUIRES: not empty().
  void pop(Task& into);
  // The one that has waited longest. REQUIRES: not empty().
  Task drop_oldest();
  void clear();

 private:
  static constexpr std::size_t kMostPutOff = 256;
  static constexpr std::size_t kMostStepsPutOff = std::size_t{1} << 12;
  static constexpr std::size_t kLongest = kMostStepsPutOff / 16;  // of longer ones few are too much

  void put_off(const TaskStack::Entry& entry);
  void bring_back();

  TaskStack stack_;
  std::vector<Task> later_;  // the first ones of them: the rest is memory for others
  std::size_t put_off_ = 0;
  std::size_t steps_put_off_ = 0;
  std::vector<std::uint32_t> sorted_;
};

template <class Function>
bool Agenda::settle(std::size_t others, std::size_t shared, const Function& can_wait) {
  stack_.sort(others);
  const std::size_t before = put_off_;
  stack_.remove(others, [&](const TaskStack::Entry& entry) {
    if (entry.shared >= shared || entry.length > kLongest || !can_wait(entry)) return false;
    put_off(entry);
    return true;
  });
  const bool some = put_off_ != before;
  if (put_off_ >= kMostPutOff || steps_put_off_ >= kMostStepsPutOff) bring_back();
  return some;
}

}  // namespace mcheck::trust
