// SPDX-License-Identifier: MIT
// Where executions have turned off so far, by step: a save at which none does is made in vain. It
// decides how long a search takes, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcheck {

class SaveChances {
 public:
  // An execution turns off there. With a save each `spacing` steps it may miss one.
  void note_turn(std::size_t step, std::size_t spacing) {
    ++at(step).turned;
    if (step >= spacing) in_vain_ = 0;
  }
  void note_save() { ++in_vain_; }

  // A save is of use to those that turn off before the next one: whether enough do of those that
  // come along there, as far as is known. Far from the last one it is worth it in any case, and
  // nowhere where so many in a row were of no use.
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
  // One of so many is enough: a start has more to do than some steps.
  static constexpr std::uint32_t kOneOf = 4;
  static constexpr std::uint32_t kOneOfStarts = 32;
  static constexpr std::size_t kFarthest = 8;
  static constexpr std::size_t kMostInVain = 256;
  static constexpr std::uint32_t kFewest = 16;  // before that many nothing is known
  static constexpr std::uint32_t kMostCounted = 1024;

  struct Step {
    std::uint32_t passed = 0;
    std::uint32_t turned = 0;
  };

  Step& at(std::size_t step) {
    if (steps_.size() <= step) steps_.resize(step + 1);
    return steps_[step];
  }
  // What was long ago counts less.
  void forget_half() {
    for (Step& step : steps_) step = {step.passed / 2, step.turned / 2};
  }

  std::vector<Step> steps_;
  std::size_t in_vain_ = 0;  // saves, since one could have been of use
};

}  // namespace mcheck
