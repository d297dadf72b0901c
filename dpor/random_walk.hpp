// SPDX-License-Identifier: MIT
// A random walk: at each step one of the alternatives, all equally likely. Finds shallow bugs in
// programs too large to enumerate; says nothing about what it has not seen.
//
// Costs    No memory between executions; never ends by itself: --executions or --time ends it.
// Limits   Badly biased towards schedules in which threads of few steps end early.
// Seed     The schedules are a function of the seed alone, on every platform.
#pragma once

#include "engine/base/random.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

class RandomWalk final : public Strategy {
 public:
  explicit RandomWalk(std::uint64_t seed) : random_(seed) {}

  std::optional<Begin> begin_execution() override { return Begin{.keep = 0}; }
  Pick pick(const View& view) override {
    return {.alternative = static_cast<std::uint32_t>(random_.below(view.alternatives.size()))};
  }
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

 private:
  Random random_;
};

}  // namespace mcheck
