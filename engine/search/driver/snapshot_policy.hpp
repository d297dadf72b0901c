// SPDX-License-Identifier: MIT
// Decides at which steps a snapshot pays, from how many executions branched at each step so far. It
// affects the time that a search takes, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

class SnapshotPolicy {
 public:
  // An execution branches there. With a snapshot every `spacing` steps it may have none to use.
  void note_branch(std::size_t step, std::size_t spacing) {
    ++at(step).branched;
    if (step >= spacing) unused_ = 0;
  }
  void note_snapshot() { ++unused_; }

  // A snapshot helps the executions that branch before the next one. Pays if enough of those that
  // passed this step did, as far as is known; also if the last snapshot is far away; never after
  // many unused ones in a row.
  bool is_worthwhile(std::size_t step, std::size_t last, std::size_t spacing, bool is_free) {
    if (unused_ >= kMaxUnused) return false;
    if (++at(step).passed > kMaxCounted) halve_counts();
    std::uint32_t branched = 0;
    for (std::size_t i = step; i < step + spacing && i < steps_.size(); ++i) {
      branched += steps_[i].branched;
    }
    const std::uint32_t passed = steps_[step].passed;
    return passed < kMinPassed ||
           branched * (is_free || last == 0 ? kMinShareOfStarts : kMinShareOf) >= passed ||
           step - last >= kMaxDistance * spacing;
  }

 private:
  // One of so many is enough. The start saves more work than a few steps.
  static constexpr std::uint32_t kMinShareOf = 4;
  static constexpr std::uint32_t kMinShareOfStarts = 32;
  static constexpr std::size_t kMaxDistance = 8;
  static constexpr std::size_t kMaxUnused = 256;
  static constexpr std::uint32_t kMinPassed = 16;  // too few to decide
  static constexpr std::uint32_t kMaxCounted = 1024;

  struct Step {
    std::uint32_t passed = 0;
    std::uint32_t branched = 0;
  };

  Step& at(std::size_t step) {
    if (steps_.size() <= step) steps_.resize(step + 1);
    return steps_[step];
  }
  // Old counts weigh less.
  void halve_counts() {
    for (Step& step : steps_) step = {step.passed / 2, step.branched / 2};
  }

  std::vector<Step> steps_;
  std::size_t unused_ = 0;  // snapshots since one could have been used
};

}  // namespace mcheck
