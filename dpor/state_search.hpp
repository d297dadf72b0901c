// SPDX-License-Identifier: MIT
// Depth-first search for an execution of some kind: each state is gone through once, and only where
// it is reached for less than before is it gone through again.
//
// Idea     Executions that begin with equivalent traces come to one state (prefix_classes.hpp), and
//          what follows is the same for both. The search is not for all executions but for one that
//          its owner recognises (SearchOptions::on_end, pause), so that a state from which nothing
//          came of it need not be looked at again. What differs among executions that come to a
//          state is what they have cost so far, and who runs, whom it may cost to leave.
// Paper    [MQ07] Musuvathi, Qadeer: Iterative context bounding for systematic testing of
//          multithreaded programs, PLDI 2007, where this is the caching of happens-before graphs.
// Order    The nearest to the guide first. Where it fails, what is found first departs from it as
//          late as any: all that shares more of it has been looked at before.
// Costs    One execution for each way to leave a state, and 32 bytes of memory for each state.
// Limits   What threads know of polling only grows: a state that was left before some place became
//          known was left with more ways to go on, not fewer.
// Oracle   tests/dpor/minimise_test.cpp: brute force over random programs.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dpor/guide.hpp"
#include "dpor/prefix_classes.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

// What a schedule costs who reads it. A switch is a step of another thread than the one before.
struct ScheduleCost {
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  std::size_t steps = 0;

  friend auto operator<=>(const ScheduleCost&, const ScheduleCost&) = default;
};
[[nodiscard]] ScheduleCost cost_of(const Execution& execution);

class StateSearch final : public Strategy {
 public:
  enum class Wanted : std::uint8_t {
    kAny,       // what the executions cost is of no interest
    kBounded,   // any within the bound
    kCheapest,  // of those within the bound, ever fewer switches, and then steps: see must_beat()
  };

  // The guide has to outlive this.
  StateSearch(Wanted wanted, std::uint32_t bound, const Guide& guide)
      : wanted_(wanted), bound_(bound), guide_(guide) {}

  // Nothing that costs as much, or more, is of interest any more.
  void must_beat(const ScheduleCost& best) { best_ = best; }

  // How many first steps the execution at hand has in common with the first one: all others that
  // have more in common with it have been run before.
  [[nodiscard]] std::size_t shared() const;

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  void retracted() override { retracted_ = true; }
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return true; }

 private:
  struct Level {
    std::vector<std::uint16_t> left;   // Alternative::number; the next to take is the last
    std::vector<std::uint16_t> taken;  // the newest is the last
    ThreadId runs{};                   // who took the step
    std::uint32_t switches = 0;        // up to here
  };
  struct Reached {
    std::uint32_t preemptions = 0;
    std::uint32_t switches = 0;
  };

  [[nodiscard]] bool is_known(const View& view, std::uint32_t switches);
  [[nodiscard]] bool is_too_dear(const View& view, std::uint32_t switches) const;
  void offer(const View& view, Level& level);
  Pick take_next(const View& view, Level& level);

  Wanted wanted_;
  std::uint32_t bound_;
  const Guide& guide_;
  std::optional<ScheduleCost> best_;
  PrefixClasses classes_;
  std::unordered_map<Fingerprint, Reached, FingerprintHash> reached_;
  std::vector<Level> levels_;  // used again: the first depth_ of them count
  std::size_t depth_ = 0;
  bool first_ = true;
  bool retracted_ = false;
};

}  // namespace mcheck
