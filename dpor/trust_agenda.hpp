// SPDX-License-Identifier: MIT
// What is to be run, and what first: the order decides how much of one execution is the next one's.
//
// Idea     As in a dictionary, of which neighbours are alike: all that waits is kept in order, and
//          the first word is run next. A task that follows from an execution is a word behind it,
//          for where it turns off from it another thread comes first than would by default. So one
//          passage through the dictionary is enough, and each execution shares as much with the
//          one before as it can with any.
//          Where too much waits, the half that is further behind is run first, in a passage of its
//          own.
// Costs    A task is copied, and compared with some that wait: with those that are like it from
//          where they are not on. Of executions of more than kLongest steps the tasks are pieces of
//          these (trust_task_stack.hpp), and what goes on with its execution the longest is run
//          first: as many of them as are wanted here would be too much memory. The order follows
//          from the tasks, and from what is known of their kinds: the same each time.
// Limits   kMostWaiting tasks, or kMostSteps steps, wait in one passage, but passages within
//          passages may be as many as it takes.
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
  // Where those that follow from an execution are put, and counted: then settle() is called.
  [[nodiscard]] TaskStack& stack() { return stack_; }
  // Of these are all but the first `others`. Those for which the function says no are run next, if
  // otherwise they might wait for what is none of theirs. Whether anything else will be run before
  // all that follows from the execution was.
  template <class Function>
  bool settle(std::size_t others, const Function& can_wait);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return stack_.size() + words_.size(); }
  // Those that are run before what waits in order.
  [[nodiscard]] std::size_t stacked() const { return stack_.size(); }
  [[nodiscard]] std::size_t length(std::size_t number) const;
  [[nodiscard]] bool has_new_write(std::size_t number) const;
  [[nodiscard]] Task task(std::size_t number) const;

  void push(const Task& task);
  // REQUIRES: not empty().
  void pop(Task& into);
  // The one that would be run last. REQUIRES: not empty().
  Task drop_oldest();
  void clear();

 private:
  static constexpr std::size_t kMostWaiting = 512;
  static constexpr std::size_t kMostSteps = std::size_t{1} << 14;
  static constexpr std::size_t kLongest = kMostSteps / 256;  // of longer ones few are too much

  // What a task is compared by, at hand: while it waits it stays as it is. One line of the cache,
  // which most often says it all.
  struct alignas(64) Text {
    // The first moves, a byte each, the first one in the highest; behind the last one nothing.
    std::array<std::uint64_t, 6> moves{};
    const TaskStep* steps = nullptr;
    std::uint32_t length = 0;
    bool has_new_write = false;
    bool told = false;  // those are the first moves: a byte was enough for each
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
  std::vector<Task> tasks_;           // of which some are memory for others
  std::vector<std::uint32_t> free_;   // these
  std::vector<std::uint32_t> words_;  // the others, the last ones first
  std::vector<Text> texts_;           // of these, by task
  std::vector<std::size_t> starts_;   // of all passages but the first one, among these
  std::size_t steps_ = 0;             // in the last passage
  bool newest_first_ = true;  // so far, what follows from an execution was run before all else
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
