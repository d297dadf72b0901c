// SPDX-License-Identifier: MIT
// Stateful search: depth first, and never on from a state that was seen before.
//
// Idea     What a program does from a state does not depend on how it got there. So each transition
//          of each state is run once, where a search of traces runs what follows once for each
//          class of traces that lead there: two threads of twenty critical sections each have 10^11
//          classes and thousands of states. (Where each order leaves another value, there are more
//          states than classes, and traces are better: docs/algorithms/states.md.)
// Paper    Holzmann: The Model Checker SPIN, 1997, for the search; Tarjan: Depth-first search and
//          linear graph algorithms, 1972, for the cycles.
// Cycles   A state of the current strongly connected component is open; when its root is left, the
//          component is closed. If the component has a fair cycle, the program can run for ever
//          although every thread is scheduled (engine/search/progress/lasso.hpp).
// Bound    With a bound of N preemptions, what is left of it belongs to the state, and so does what
//          a preemption would be.
// Weak     On request it checks that RC11 permits nothing else (robustness.hpp).
// Costs    One transition for each alternative of each state, 32 bytes for each state.
// Limits   States are compared by 128-bit fingerprints. A program whose memory grows or counts for
//          ever has infinitely many.
// Oracle   tests/dpor/states: the number of schedules, the final states and the failures of
//          depth-first search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dpor/states/robustness.hpp"
#include "dpor/states/state_table.hpp"
#include "engine/search/progress/starvation.hpp"
#include "engine/search/progress/transition_graph.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

class StatefulSearch final : public Strategy, public Bounded, public StateMatching {
 public:
  // Below 0: no bound.
  explicit StatefulSearch(int bound, FairCycleRule rule = FairCycleRule::kProgress)
      : bound_(bound), rule_(rule) {}

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  void retracted() override;
  void end_execution(const Execution& execution, Ending ending) override;
  [[nodiscard]] bool exhaustive() const override { return !has_cycle_at_bound_; }
  [[nodiscard]] std::string why_not_exhaustive() const override;
  [[nodiscard]] std::vector<std::string> remarks() const override;
  [[nodiscard]] Capabilities capabilities() override { return {.bounded = this, .matching = this}; }
  [[nodiscard]] bool bound_hit() const override { return bound_hit_; }
  [[nodiscard]] Counts counts() const override;
  // What a preemption is depends on which thread ran last.
  [[nodiscard]] bool allows_symmetry() const override { return bound_ < 0; }
  void check_robustness() override { robustness_.emplace(); }
  [[nodiscard]] Robustness robustness(bool in_all_states) const override {
    return robustness_ ? robustness_->result(in_all_states) : Robustness{};
  }
  [[nodiscard]] bool has_cycle() const override { return has_cycle_; }
  [[nodiscard]] const std::vector<Transition>* fair_cycle() const override {
    return fair_cycle_ ? &*fair_cycle_ : nullptr;
  }

 private:
  using Position = std::uint32_t;  // on the stack of open states
  static constexpr Position kNoState = ~Position{0};

  // A choice of the current execution.
  struct Level {
    std::uint32_t taken = 0;
    std::uint32_t last = 0;  // alternatives after this one are beyond the bound
    std::uint32_t alternatives = 0;
    bool is_provisional = false;       // the first alternative was retracted
    Position state = kNoState;         // where it is made; kNoState: states cannot be compared
    double schedules = 0;              // below the alternatives taken so far
    std::size_t events = 0;            // how many there were before it
    std::optional<Transition> move{};  // the alternative taken last
  };
  struct OpenState {
    Fingerprint state;
    Position low = 0;                         // the oldest open state that it is known to reach
    std::size_t first_edge = 0;               // edges from before it was entered
    ThreadSet enabled, spinning, locked_out;  // TransitionGraph::Node
    bool is_at_bound = false;                 // some of the enabled threads may not run
  };
  struct OpenEdge {
    Position from = 0;
    Position to = 0;
    Transition move;
    bool only_reads = false;  // TransitionGraph::Edge
  };
  // Few edges have some.
  struct ProgressOnEdge {
    std::size_t edge = 0;
    ThreadSet threads;
  };

  Pick enter(const View& view);
  Pick take_next(const View& view, Level& level);
  [[nodiscard]] std::optional<Fingerprint> state_of(const View& view);
  void check_robustness_of_new_events(const Execution& execution);
  [[nodiscard]] std::uint32_t alternatives_within_bound(const View& view);
  void note_bound(const Level& level, bool leaves_out);
  void add_open_state(const View& view, const Fingerprint& state);
  void note_step(const Execution& execution);
  void add_edge_to(Position to);
  void leave_level();
  double close_component(Position root, double schedules);
  void look_for_fair_cycle(Position root);

  int bound_;
  FairCycleRule rule_;
  std::optional<RobustnessCheck> robustness_;
  bool bound_hit_ = false;
  bool is_first_ = true;
  ThreadId last_taken_{};
  bool compares_ = true;  // states can be compared
  bool has_cycle_ = false;
  bool has_cycle_at_bound_ = false;  // perhaps none if more threads were allowed to run
  StateTable table_;
  std::vector<Level> levels_;
  std::vector<OpenState> open_;
  std::vector<OpenEdge> edges_;  // between open states
  std::vector<ProgressOnEdge> progress_;
  bool step_only_reads_ = false;  // the last step
  ThreadSet step_progress_;
  std::uint64_t transitions_ = 0;
  std::uint64_t matched_ = 0;
  double schedules_ = 0;                               // of the whole search
  std::optional<std::vector<Transition>> fair_cycle_;  // a wrong one
  bool is_endless_ = false;  // there are cycles, and those that are fair are not wrong
};

}  // namespace mcheck
