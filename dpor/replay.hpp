// SPDX-License-Identifier: MIT
// One execution, as recorded: the given choice at each step, and the default after the last one.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/search/strategy/strategy.hpp"
#include "engine/search/strategy/transitions.hpp"
#include "engine/search/weak_memory/weak_memory.hpp"

namespace mcheck {

// After the last choice.
[[nodiscard]] inline Pick default_pick(const View& view) {
  const bool spins = only_older_versions(view.execution, view.alternatives);
  return {.alternative = spins ? Pick::kKeepSpinning : 0};
}

class Replay final : public Strategy {
 public:
  explicit Replay(std::vector<std::uint16_t> choices) : choices_(std::move(choices)) {}

  std::optional<Begin> begin_execution() override {
    if (started_) return std::nullopt;
    started_ = true;
    return Begin{.keep = 0};
  }

  Pick pick(const View& view) override {
    if (view.step >= choices_.size()) return default_pick(view);
    const std::uint32_t number = choices_[view.step];
    const auto alternative = std::ranges::find(view.alternatives, number, &Alternative::number);
    if (alternative != view.alternatives.end()) {
      return {.alternative = static_cast<std::uint32_t>(alternative - view.alternatives.begin())};
    }
    if (first_impossible_step_ == 0) first_impossible_step_ = view.step + 1;
    return {};
  }

  [[nodiscard]] bool decides_to_keep_spinning() const override { return true; }
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

  // The first step, counted from 1, whose recorded choice did not exist; 0: all existed.
  [[nodiscard]] std::size_t first_impossible_step() const { return first_impossible_step_; }

 private:
  std::vector<std::uint16_t> choices_;
  bool started_ = false;
  std::size_t first_impossible_step_ = 0;
};

// The same by transitions. Where one is not possible the search reports that the program did not
// repeat itself.
class TransitionReplay final : public Strategy {
 public:
  explicit TransitionReplay(std::vector<Transition> transitions) : moves_(std::move(transitions)) {}

  std::optional<Begin> begin_execution() override {
    if (started_) return std::nullopt;
    started_ = true;
    return Begin{.keep = 0};
  }

  Pick pick(const View& view) override {
    if (view.step >= moves_.size()) return default_pick(view);
    const Transition& transition = moves_[view.step];
    const auto found = view.execution.find_alternative(transition.thread, transition.label);
    return {.alternative = found.value_or(Pick::kImpossible)};
  }

  [[nodiscard]] bool decides_to_keep_spinning() const override { return true; }
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

 private:
  std::vector<Transition> moves_;
  bool started_ = false;
};

}  // namespace mcheck
