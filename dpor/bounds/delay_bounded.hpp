// SPDX-License-Identifier: MIT
// Delay bounding: all schedules that a deterministic scheduler produces when it is delayed at most
// N times. Systematic: nothing is random, and the search ends.
//
// Idea     Round robin: the thread that ran last continues until it is blocked or yields; then the
//          next thread by path. A delay skips the thread whose turn it is; the next enabled thread
//          takes its place and keeps it. Most bugs need few delays, and, unlike preemptions, every
//          delay is counted wherever it happens: nothing is free where a thread blocks.
// Paper    [Emmi, Qadeer, Rakamarić: Delay-bounded scheduling, POPL 2011].
// Search   Depth first, as in depth_first.hpp, over the delays that remain. Data choices cost
//          nothing: all outcomes of the thread that runs are tried.
// Guarantee  At the end every schedule of at most N delays has run once. That is what "verified
//          with at most N delays" says; without --bound all schedules have run.
// Costs    At most C(k + N, N) executions of k steps, whatever the number of threads: N delays fall
//          on N of the k steps, or on the same one.
// Limits   Executions must be finite: loops that spin have to yield.
// Oracle   tests/dpor/bounds/delay_bounded_test.cpp counts schedules by a recursion that shares no
// code with this.
#pragma once

#include <vector>

#include "dpor/steps/spin_limitation.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

class DelayBounded final : public Strategy, public Bounded {
 public:
  // Below 0: no bound.
  explicit DelayBounded(int bound) : bound_(bound) {}

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  void end_execution(const Execution&, Ending) override {}
  void retracted() override { spin_found_ = true; }
  // Where a thread spins, the round robin order means nothing, and the search is incomplete.
  [[nodiscard]] bool exhaustive() const override { return !spin_found_; }
  [[nodiscard]] std::string why_not_exhaustive() const override {
    return spin_limitation(spin_found_);
  }
  [[nodiscard]] bool bound_hit() const override { return bound_hit_; }
  [[nodiscard]] Capabilities capabilities() override { return {.bounded = this}; }

 private:
  // One step of the execution in progress. Its candidates are numbered in round robin order.
  struct Choice {
    std::uint32_t taken = 0;
    std::uint32_t last = 0;    // the last candidate within the bound
    std::uint32_t delays = 0;  // before the step
  };
  // An alternative, and how many threads have to be skipped for it.
  struct Candidate {
    std::uint32_t alternative = 0;
    std::uint32_t delays = 0;
  };

  void order_by_round_robin(const View& view);
  [[nodiscard]] std::uint32_t allowed_alternatives(std::uint32_t delays_spent);

  int bound_;
  bool bound_hit_ = false;
  bool spin_found_ = false;
  bool is_first_ = true;
  std::vector<Choice> stack_;
  std::vector<Candidate> candidates_;  // of the current step
  std::uint32_t delays_spent_ = 0;     // in the execution so far
};

}  // namespace mcheck
