// SPDX-License-Identifier: MIT
// Checks one execution for progress, up to a given step: whether a state repeats, what threads did
// since its first occurrence, and which were blocked. A lasso from the state graph
// (state_graph.hpp) is run once more under this check, and so is its replay.
//
//   fair cycle        since the equal state, every thread that was enabled has taken a step, or was
//                     in an idle iteration of a loop. All this may repeat for ever, and no fair
//                     scheduler ends it: a livelock; or a starvation, if some threads get what they
//                     want and others do not. Not if each of them has passed a progress mark
//   starvation        the same, if a thread does nothing but spin, or waits for a lock all the time
//                     (starvation.hpp)
//   obstruction-free  violated if a thread is blocked, or has looped back to an equal state alone:
//                     it does not complete its operation even if all others stop
//   lock-free         violated in the same cases, and if several threads have looped back and none
//                     of them has completed its operation
//
// All that a thread does is one operation; what main does is none.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/states/program_state.hpp"
#include "engine/search/steps/executor.hpp"
#include "engine/trace/protocol/schedule.hpp"

namespace mcheck {

class ProgressMonitor {
 public:
  ProgressMonitor(const Execution& execution, Executor& executor,
                  const ProgressCheck& progress_check)
      : execution_(execution), state_(execution, executor), progress_check_(progress_check) {}

  // The execution is at its next step. Returns the failure, if this is the step to check and it
  // fails. REQUIRES: called at each step, after the alternatives were computed.
  std::optional<Failure> check_step();

 private:
  struct State {
    Fingerprint all;
    std::size_t events = 0;  // how many had happened
    ThreadSet enabled;
    ThreadSet spinning;
    ThreadSet locked_out;
  };
  // The part of the execution from a state to an equal one, which is the last.
  struct Cycle {
    ThreadSet ran;          // idle iterations included
    ThreadSet enabled;      // in some state of it
    ThreadSet acted;        // took a step that did something
    ThreadSet progress;     // passed a mark
    ThreadSet spun;         // in some state of it
    ThreadSet locked_out;   // in each state of it
    std::size_t begin = 0;  // event
    std::size_t steps = 0;
  };

  [[nodiscard]] std::optional<Cycle> cycle_from(std::size_t state) const;
  [[nodiscard]] std::optional<Failure> fair_cycle() const;
  [[nodiscard]] std::optional<Failure> no_progress() const;
  [[nodiscard]] ThreadSet starved(const Cycle& cycle) const;
  [[nodiscard]] ThreadSet unsatisfied(const Cycle& cycle) const;
  [[nodiscard]] bool is_wrong(const Cycle& cycle) const;
  [[nodiscard]] std::string cycle_text(const Cycle& cycle) const;

  const Execution& execution_;
  ProgramState state_;
  ProgressCheck progress_check_;
  std::vector<State> states_;
};

}  // namespace mcheck
