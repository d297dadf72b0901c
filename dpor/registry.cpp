// SPDX-License-Identifier: MIT
#include "dpor/registry.hpp"

#include <array>

#include "dpor/delay.hpp"
#include "dpor/depth_first.hpp"
#include "dpor/optimal.hpp"
#include "dpor/optimal_dpor.hpp"
#include "dpor/pct.hpp"
#include "dpor/portfolio.hpp"
#include "dpor/pos.hpp"
#include "dpor/random_walk.hpp"
#include "dpor/sleep_sets.hpp"
#include "dpor/source_dpor.hpp"
#include "dpor/surw.hpp"
#include "dpor/trust.hpp"

namespace mcheck {
namespace {

using Made = std::unique_ptr<Strategy>;
using Options = const StrategyOptions&;

template <class Reduction>
Made plain(Options) {
  return std::make_unique<Reduction>();
}

template <class Bounded>
Made bounded(Options options) {
  return std::make_unique<Bounded>(options.bound);
}

SamplerOptions sampler(Options options) { return {.seed = options.seed, .steps = options.steps}; }

template <class Sampler>
Made sampling(Options options) {
  return std::make_unique<Sampler>(sampler(options));
}

Made pct(Options options) { return std::make_unique<Pct>(sampler(options), options.depth); }

template <SelectivelyUniformWalk::Interest kInterest>
Made walk(Options options) {
  return std::make_unique<SelectivelyUniformWalk>(sampler(options), kInterest);
}

constexpr StrategyEntry exhaustive(const char* name, const char* description, bool bounds,
                                   Made (*make)(Options)) {
  return {.name = name,
          .description = description,
          .endless = false,
          .bounds = bounds,
          .reduces = false,
          .make = make};
}

constexpr StrategyEntry reducing(const char* name, const char* description, bool bounds,
                                 Made (*make)(Options)) {
  StrategyEntry entry = exhaustive(name, description, bounds, make);
  entry.reduces = true;
  return entry;
}

constexpr StrategyEntry endless(const char* name, const char* description, Made (*make)(Options)) {
  return {.name = name,
          .description = description,
          .endless = true,
          .bounds = false,
          .reduces = false,
          .make = make};
}

using Walk = SelectivelyUniformWalk::Interest;

constexpr std::array<StrategyEntry, 13> kStrategies = {{
    reducing("optimal", "trust or odpor, whichever has fewer classes to run: the default", true,
             bounded<Optimal>),
    reducing("trust", "run-based TruSt: one execution for each class, nothing remembered", true,
             bounded<Trust>),
    reducing("odpor", "optimal DPOR: one execution for each class, shared locks commute", false,
             plain<OptimalDpor>),
    reducing("source", "source DPOR with sleep sets: to compare with, begins some in vain", false,
             plain<SourceDpor>),
    reducing("sleep", "depth first with sleep sets: to compare with, begins many in vain", false,
             plain<SleepSets>),
    exhaustive("dfs", "every schedule, depth first, no reduction", true, bounded<DepthFirst>),
    exhaustive("delay", "every schedule of a round robin that is delayed at most --bound times",
               true, bounded<DelayBounded>),
    endless("random", "a random walk; never verifies, needs --executions or --time",
            sampling<RandomWalk>),
    endless("pct", "random priorities, changed --depth - 1 times; never verifies", pct),
    endless("pos", "random priorities for operations, new ones after each race; never verifies",
            sampling<PartialOrderSampling>),
    endless("surw", "uniform over the orders of operations on one shared object; never verifies",
            walk<Walk::kOneObject>),
    endless("urw", "uniform over all schedules, for small programs; never verifies",
            walk<Walk::kEverything>),
    endless("portfolio", "random, pct 2, pct 3, pos and surw in turn; never verifies",
            sampling<Portfolio>),
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
