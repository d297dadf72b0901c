// SPDX-License-Identifier: MIT
// One execution, as far as a given step, judged by what it has come to: whether a state has come
// again, how threads went round until it did, and who could not go on. What state_graph.hpp finds
// is shown so, and replays so.
//
//   circle            since the same state, every thread that could go on has. All that happened
//                     may happen for ever, and no fair scheduler ends it: a livelock; or, where
//                     some get what they want and others do not, starvation
//   obstruction-free  a thread cannot go on, or one alone has come round to the same state: it does
//                     not complete its operation although all others stand still
//   lock-free         the same, or several have, and none of them has completed its operation
//
// An operation is all that a thread does; that of main is none.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/search/execution.hpp"
#include "engine/search/executor.hpp"
#include "engine/trace/schedule.hpp"

namespace mcheck {

class Judgement {
 public:
  Judgement(const Execution& execution, Executor& executor, const Judging& judging)
      : execution_(execution), executor_(executor), judging_(judging) {}

  // The execution has come to its next step. REQUIRES: called at each, with all ways to go on
  // known. The failure, where it is judged and fails.
  std::optional<Failure> arrive();

 private:
  struct State {
    Fingerprint all;
    std::size_t events = 0;  // so many had happened
    ThreadSet able;
  };
  // Since an earlier state that is the same as the last.
  struct Circle {
    ThreadSet moved;
    ThreadSet able;         // somewhere on the way
    std::size_t begin = 0;  // event
    std::size_t steps = 0;
  };

  [[nodiscard]] std::optional<Circle> circle_from(std::size_t state) const;
  [[nodiscard]] std::optional<Failure> fair_circle() const;
  [[nodiscard]] std::optional<Failure> no_progress() const;
  [[nodiscard]] ThreadSet unsatisfied(const Circle& circle) const;
  [[nodiscard]] std::string round_text(const Circle& circle) const;

  const Execution& execution_;
  Executor& executor_;
  Judging judging_;
  std::vector<State> states_;
};

}  // namespace mcheck
