// SPDX-License-Identifier: MIT
// The steps of an execution in progress for searches that go depth first with sleep sets: what was
// offered at each, which threads are to be explored there, and what sleeps.
//
// Idea     When everything after a step has been explored, the step sleeps: it is not taken again
//          from the same prefix, nor further down until something happens that depends on it. What
//          begins with it after that is equivalent to what has been explored.
// Paper    [Godefroid 1996, §5].
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dpor/action.hpp"
#include "engine/search/strategy.hpp"
#include "engine/trace/thread_set.hpp"

namespace mcheck {

class SleepStack {
 public:
  struct Level {
    Action taken;
    SleepSet asleep;
    std::vector<Action> offers;
    ThreadSet threads;  // that are to be explored here, or have been
  };

  // Back to the deepest step with something left to do, which is taken. No value: there is none.
  [[nodiscard]] std::optional<Begin> next();

  // The alternative to take; a step that is new takes any that is awake, and only its thread is to
  // be explored there.
  Pick pick(const View& view);

  // What was taken only spins: the execution ends as a probe.
  void retracted() { polls_ = retracted_ = true; }
  void found_polling() { polls_ = true; }
  [[nodiscard]] bool polls() const { return polls_; }

  [[nodiscard]] std::size_t depth() const { return depth_; }
  Level& level(std::size_t step) { return levels_[step]; }

 private:
  bool add_level(const View& view);
  static bool take_next(Level& level);

  bool first_ = true;
  bool polls_ = false;  // some thread does
  bool retracted_ = false;
  std::vector<Level> levels_;  // used again: the first depth_ of them count
  std::size_t depth_ = 0;
};

}  // namespace mcheck
