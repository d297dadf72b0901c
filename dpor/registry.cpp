// SPDX-License-Identifier: MIT
#include "dpor/registry.hpp"

#include <array>

#include "dpor/delay.hpp"
#include "dpor/depth_first.hpp"
#include "dpor/pct.hpp"
#include "dpor/portfolio.hpp"
#include "dpor/pos.hpp"
#include "dpor/random_walk.hpp"
#include "dpor/surw.hpp"

namespace mcheck {
namespace {

SamplerOptions sampler(const StrategyOptions& options) {
  return {.seed = options.seed, .steps = options.steps};
}

constexpr std::array<StrategyEntry, 8> kStrategies = {{
    {"dfs", "every schedule, depth first, no reduction", false,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<DepthFirst>(options.bound);
     }},
    {"delay", "every schedule of a round robin that is delayed at most --bound times", false,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<DelayBounded>(options.bound);
     }},
    {"random", "a random walk; never verifies, needs --executions or --time", true,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<RandomWalk>(sampler(options));
     }},
    {"pct", "random priorities, changed --depth - 1 times; never verifies", true,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<Pct>(sampler(options), options.depth);
     }},
    {"pos", "random priorities for operations, new ones after each race; never verifies", true,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<PartialOrderSampling>(sampler(options));
     }},
    {"surw", "uniform over the orders of operations on one shared object; never verifies", true,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<SelectivelyUniformWalk>(
           sampler(options), SelectivelyUniformWalk::Interest::kOneObject);
     }},
    {"urw", "uniform over all schedules, for small programs; never verifies", true,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<SelectivelyUniformWalk>(
           sampler(options), SelectivelyUniformWalk::Interest::kEverything);
     }},
    {"portfolio", "random, pct 2, pct 3, pos and surw in turn; never verifies", true,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<Portfolio>(sampler(options));
     }},
}};

}  // namespace

std::span<const StrategyEntry> strategies() { return kStrategies; }

const StrategyEntry* find_strategy(std::string_view name) {
  for (const StrategyEntry& entry : kStrategies) {
    if (name == entry.name) return &entry;
  }
  return nullptr;
}

}  // namespace mcheck
