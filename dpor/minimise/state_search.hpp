// SPDX-License-Identifier: MIT
// Depth-first search for an execution of some kind. It enters each state once, and again only where
// it is reached at a lower cost than before.
//
// Idea     Executions that begin with equivalent traces reach one state (prefix_classes.hpp), and
//          what follows is the same for both. The search is not for all executions but for one that
//          its owner recognises (SearchOptions::on_end, pause), so a state from which none was
//          found need not be entered again. Executions that reach a state differ in their cost so
//          far, and in the running thread, which it may cost to leave.
// Paper    [MQ07] Musuvathi, Qadeer: Iterative context bounding for systematic testing of
//          multithreaded programs, PLDI 2007, where this is the caching of happens-before graphs.
// Order    The nearest to the reference first. If the reference fails, the first execution found
//          departs from it as late as any: all that share more of it have run before.
// Costs    One execution for each alternative of a state, and 32 bytes of memory for each state.
// Limits   Knowledge of spinning only grows: a state that was left before some place became known
//          was left with more alternatives, not fewer.
// Oracle   tests/dpor/minimise/minimise_test.cpp: brute force over random programs.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dpor/minimise/prefix_classes.hpp"
#include "dpor/minimise/reference_execution.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

// How hard a schedule is to read. A switch is a step of another thread than the one before.
struct ScheduleCost {
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  std::size_t steps = 0;

  friend auto operator<=>(const ScheduleCost&, const ScheduleCost&) = default;
};
[[nodiscard]] ScheduleCost cost_of(const Execution& execution);

class StateSearch final : public Strategy {
 public:
  enum class Goal : std::uint8_t {
    kAny,       // the cost does not matter
    kBounded,   // any within the bound
    kCheapest,  // within the bound, ever fewer switches, and then steps: see must_beat()
  };

  // The reference has to outlive this.
  StateSearch(Goal goal, std::uint32_t bound, const ReferenceExecution& reference)
      : goal_(goal), bound_(bound), reference_(reference) {}

  // Executions that cost as much, or more, are of no interest any more.
  void must_beat(const ScheduleCost& best) { best_ = best; }

  // How many steps the last execution shares with the first one: all others that share more with it
  // have run before.
  [[nodiscard]] std::size_t shared_steps() const;

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  void retracted() override { retracted_ = true; }
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return true; }

 private:
  struct Level {
    std::vector<std::uint16_t> remaining;  // Alternative::number; the last is taken next
    std::vector<std::uint16_t> taken;      // the last is the newest
    ThreadId thread{};                     // that took the step
    std::uint32_t switches = 0;            // before the step
  };
  struct ReachedCost {
    std::uint32_t preemptions = 0;
    std::uint32_t switches = 0;
  };

  [[nodiscard]] bool is_explored(const View& view, std::uint32_t switches);
  [[nodiscard]] bool is_too_costly(const View& view, std::uint32_t switches) const;
  void offer(const View& view, Level& level);
  Pick take_next(const View& view, Level& level);

  Goal goal_;
  std::uint32_t bound_;
  const ReferenceExecution& reference_;
  std::optional<ScheduleCost> best_;
  PrefixClasses classes_;
  std::unordered_map<Fingerprint, ReachedCost, FingerprintHash> reached_costs_;
  std::vector<Level> levels_;  // reused: the first depth_ of them are valid
  std::size_t depth_ = 0;
  bool is_first_ = true;
  bool retracted_ = false;
};

}  // namespace mcheck
