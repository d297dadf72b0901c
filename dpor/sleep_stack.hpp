// SPDX-License-Identifier: MIT
// The steps of an execution in progress for depth-first searches with sleep sets: which actions
// were enabled at each, which threads have to be explored there, and the sleep set.
//
// Idea     When everything after a step has been explored, the step sleeps: it is not taken again
//          from the same prefix, nor further down until something happens that depends on it. An
//          execution that takes it before that is equivalent to one that has been explored.
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
    ThreadSet threads;  // to explore here, or explored
  };

  // Returns to the deepest step with an action left, which is taken. No value: there is none.
  [[nodiscard]] std::optional<Begin> next();

  // The alternative to take. A new step takes any action that is awake, and has only its thread in
  // the backtrack set.
  Pick pick(const View& view);

  // The action taken only spins: the execution ends as a probe.
  void retracted() { polls_ = retracted_ = true; }
  void found_polling() { polls_ = true; }
  [[nodiscard]] bool polls() const { return polls_; }

  [[nodiscard]] std::size_t depth() const { return depth_; }
  Level& level(std::size_t step) { return levels_[step]; }

 private:
  bool add_level(const View& view);
  static bool take_next(Level& level);

  bool first_ = true;
  bool polls_ = false;  // some thread spins
  bool retracted_ = false;
  std::vector<Level> levels_;  // reused: the first depth_ of them are valid
  std::size_t depth_ = 0;
};

}  // namespace mcheck
