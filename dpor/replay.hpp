// SPDX-License-Identifier: MIT
// One execution, as recorded: the given choice at each step, and the default after the last one.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/search/moves.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

class Replay final : public Strategy {
 public:
  explicit Replay(std::vector<std::uint16_t> chosen) : chosen_(std::move(chosen)) {}

  std::optional<Begin> begin_execution() override {
    if (started_) return std::nullopt;
    started_ = true;
    return Begin{.keep = 0};
  }

  Pick pick(const View& view) override {
    if (view.step >= chosen_.size()) return {};
    const std::uint32_t wanted = chosen_[view.step];
    const auto way = std::ranges::find(view.alternatives, wanted, &Alternative::number);
    if (way != view.alternatives.end()) {
      return {.alternative = static_cast<std::uint32_t>(way - view.alternatives.begin())};
    }
    if (impossible_ == 0) impossible_ = view.step + 1;
    return {};
  }

  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

  // The first step, counted from 1, whose recorded choice did not exist; 0: all existed.
  [[nodiscard]] std::size_t impossible() const { return impossible_; }

 private:
  std::vector<std::uint16_t> chosen_;
  bool started_ = false;
  std::size_t impossible_ = 0;
};

// The same by transitions. Where one is not possible the search reports that the program did not
// repeat itself.
class Follow final : public Strategy {
 public:
  explicit Follow(std::vector<Move> moves) : moves_(std::move(moves)) {}

  std::optional<Begin> begin_execution() override {
    if (started_) return std::nullopt;
    started_ = true;
    return Begin{.keep = 0};
  }

  Pick pick(const View& view) override {
    if (view.step >= moves_.size()) return {};
    const Move& move = moves_[view.step];
    const auto found = view.execution.find_alternative(move.thread, move.label);
    return {.alternative = found.value_or(Pick::kImpossible)};
  }

  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

 private:
  std::vector<Move> moves_;
  bool started_ = false;
};

}  // namespace mcheck
