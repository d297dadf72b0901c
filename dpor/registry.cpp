// SPDX-License-Identifier: MIT
#include "dpor/registry.hpp"

#include <array>

#include "dpor/depth_first.hpp"
#include "dpor/random_walk.hpp"
#include "dpor/trust.hpp"

namespace mcheck {
namespace {

constexpr std::array<StrategyEntry, 3> kStrategies = {{
    {"trust", "each class of equivalent schedules once, nothing remembered", false,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<Trust>(options.bound);
     }},
    {"dfs", "every schedule, depth first, no reduction", false,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<DepthFirst>(options.bound);
     }},
    {"random", "a random walk; never verifies, needs --executions or --time", true,
     [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<RandomWalk>(options.seed);
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
