// SPDX-License-Identifier: MIT
// Decides at which steps a snapshot pays, from how many executions branched at each step so far. It
// affects the time that a search takes, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

class SaveChances {
 public:
  // An execution branches there. With a snapshot every `spacing` steps it may have none to use.
  void note_turn(std::size_t step, std::size_t spacing) {
    ++at(step).turned;
    if (step >= spacing) in_vain_ = 0;
  }
  void note_save() { ++in_vain_; }

  // A snapshot helps the executions that branch before the next one. Pays if enough of those that
  // passed this step did, as far as is known; also if the last snapshot is far away; never after
  // many unused ones in a row.
  bool is_worth(std::size_t step, std::size_t last, std::size_t spacing, bool is_free) {
    if (in_vain_ >= kMostInVain) return false;
    if (++at(step).passed > kMostCounted) forget_half();
    std::uint32_t turned = 0;
    for (std::size_t i = step; i < step + spacing && i < steps_.size(); ++i) {
      turned += steps_[i].turned;
    }
    const std::uint32_t passed = steps_[step].passed;
    return passed < kFewest || turned * (is_free || last == 0 ? kOneOfStarts : kOneOf) >= passed ||
           step - last >= kFarthest * spacing;
  }

 private:
  // One of so many is enough. The start saves more work than a few steps.
  static constexpr std::uint32_t kOneOf = 4;
  static constexpr std::uint32_t kOneOfStarts = 32;
  static constexpr std::size_t kFarthest = 8;
  static constexpr std::size_t kMostInVain = 256;
  static constexpr std::uint32_t kFewest = 16;  // too few to decide
  static constexpr std::uint32_t kMostCounted = 1024;

  struct Step {
    std::uint32_t passed = 0;
    std::uint32_t turned = 0;
  };

  Step& at(std::size_t step) {
    if (steps_.size() <= step) steps_.resize(step + 1);
    return steps_[step];
  }
  // Old counts weigh less.
  void forget_half() {
    for (Step& step : steps_) step = {step.passed / 2, step.turned / 2};
  }

  std::vector<Step> steps_;
  std::size_t in_vain_ = 0;  // snapshots since one could have been used
};

}  // namespace mcheck
