// SPDX-License-Identifier: MIT
// One execution, as recorded: the given choice at each step, and the default where the record ends.
#pragma once

#include <vector>

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
    if (wanted < view.alternatives.size()) return {.alternative = wanted};
    if (impossible_ == 0) impossible_ = view.step + 1;
    return {};
  }

  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

  // The first step, counted from 1, whose recorded choice did not exist; 0 if all did.
  [[nodiscard]] std::size_t impossible() const { return impossible_; }

 private:
  std::vector<std::uint16_t> chosen_;
  bool started_ = false;
  std::size_t impossible_ = 0;
};

}  // namespace mcheck
