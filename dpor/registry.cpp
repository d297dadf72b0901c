// SPDX-License-Identifier: MIT
#include "dpor/registry.hpp"

#include <array>

#include "dpor/depth_first.hpp"
#include "dpor/optimal_dpor.hpp"
#include "dpor/random_walk.hpp"
#include "dpor/sleep_sets.hpp"
#include "dpor/source_dpor.hpp"
#include "dpor/trust.hpp"

namespace mcheck {
namespace {

constexpr std::array<StrategyEntry, 6> kStrategies = {{
    {.name = "trust",
     .description = "run-based TruSt: one execution for each class, nothing remembered",
     .endless = false,
     .bounds = true,
     .make = [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<Trust>(options.bound);
     }},
    {.name = "dfs",
     .description = "every schedule, depth first, no reduction",
     .endless = false,
     .bounds = true,
     .make = [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
       return std::make_unique<DepthFirst>(options.bound);
     }},
    {.name = "odpor",
     .description = "optimal DPOR: one execution for each class, shared locks commute",
     .endless = false,
     .bounds = false,
     .make = [](const StrategyOptions&) -> std::unique_ptr<Strategy> {
       return std::make_unique<OptimalDpor>();
     }},
    {.name = "source",
     .description = "source DPOR with sleep sets: to compare with, may begin executions in vain",
     .endless = false,
     .bounds = false,
     .make = [](const StrategyOptions&) -> std::unique_ptr<Strategy> {
       return std::make_unique<SourceDpor>();
     }},
    {.name = "sleep",
     .description = "depth first with sleep sets: to compare with, begins many in vain",
     .endless = false,
     .bounds = false,
     .make = [](const StrategyOptions&) -> std::unique_ptr<Strategy> {
       return std::make_unique<SleepSets>();
     }},
    {.name = "random",
     .description = "a random walk; never verifies, needs --executions or --time",
     .endless = true,
     .bounds = false,
     .make = [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
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
