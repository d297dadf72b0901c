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

#include "dpor/steps/action.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "engine/trace/semantics/thread_set.hpp"

namespace mcheck {

class SleepStack {
 public:
  struct Level {
    Action taken;
    SleepSet sleep_set;
    std::vector<Action> enabled_actions;
    ThreadSet backtrack_set;  // to explore here, or explored
  };

  // Returns to the deepest step with an action left, which is taken. No value: there is none.
  [[nodiscard]] std::optional<Begin> backtrack();

  // The alternative to take. A new step takes any action that is awake, and has only its thread in
  // the backtrack set.
  Pick pick(const View& view);

  // The action taken only spins: the execution ends as a probe.
  void retracted() { spin_found_ = retracted_ = true; }
  void note_spin() { spin_found_ = true; }
  [[nodiscard]] bool spin_found() const { return spin_found_; }

  [[nodiscard]] std::size_t depth() const { return depth_; }
  Level& level(std::size_t step) { return levels_[step]; }

 private:
  bool add_level(const View& view);
  static bool take_next(Level& level);

  bool is_first_ = true;
  bool spin_found_ = false;  // some thread spins
  bool retracted_ = false;
  std::vector<Level> levels_;  // reused: the first depth_ of them are valid
  std::size_t depth_ = 0;
};

}  // namespace mcheck
