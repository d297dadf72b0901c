// SPDX-License-Identifier: MIT
#include "dpor/registry.hpp"

#include <array>

#include "dpor/bounds/delay_bounded.hpp"
#include "dpor/bounds/depth_first.hpp"
#include "dpor/optimal/optimal_dpor.hpp"
#include "dpor/optimal/sleep_sets.hpp"
#include "dpor/optimal/source_dpor.hpp"
#include "dpor/optimal_reduction.hpp"
#include "dpor/sampling/pct.hpp"
#include "dpor/sampling/portfolio.hpp"
#include "dpor/sampling/pos.hpp"
#include "dpor/sampling/random_walk.hpp"
#include "dpor/sampling/surw.hpp"
#include "dpor/states/stateful_search.hpp"
#include "dpor/trust/trust.hpp"

namespace mcheck {
namespace {

using StrategyPointer = std::unique_ptr<Strategy>;
using Options = const StrategyOptions&;

template <class Reduction>
StrategyPointer make_plain(Options) {
  return std::make_unique<Reduction>();
}

template <class Bounded>
StrategyPointer make_bounded(Options options) {
  return std::make_unique<Bounded>(options.bound);
}

StrategyPointer make_stateful(Options options) {
  return std::make_unique<StatefulSearch>(options.bound, options.fair_cycles);
}

SamplerOptions sampler_options(Options options) {
  return {.seed = options.seed, .steps = options.steps};
}

template <class Sampler>
StrategyPointer make_sampler(Options options) {
  return std::make_unique<Sampler>(sampler_options(options));
}

// The classes of a weak memory model are TruSt's.
StrategyPointer make_optimal(Options options) {
  return options.weak_memory ? make_bounded<Trust>(options)
                             : make_bounded<OptimalReduction>(options);
}

StrategyPointer make_pct(Options options) {
  return std::make_unique<Pct>(sampler_options(options), options.depth);
}

template <SelectivelyUniformWalk::Interest kInterest>
StrategyPointer make_walk(Options options) {
  return std::make_unique<SelectivelyUniformWalk>(sampler_options(options), kInterest);
}

constexpr StrategyEntry exhaustive_entry(const char* name, const char* description,
                                         bool takes_bound, StrategyPointer (*make)(Options)) {
  return {.name = name,
          .description = description,
          .endless = false,
          .takes_bound = takes_bound,
          .is_reduction = false,
          .takes_weak_memory = false,
          .make = make};
}

constexpr StrategyEntry reduction_entry(const char* name, const char* description, bool takes_bound,
                                        StrategyPointer (*make)(Options)) {
  StrategyEntry entry = exhaustive_entry(name, description, takes_bound, make);
  entry.is_reduction = true;
  return entry;
}

constexpr StrategyEntry for_weak_memory(StrategyEntry entry) {
  entry.takes_weak_memory = true;
  return entry;
}

constexpr StrategyEntry endless(const char* name, const char* description,
                                StrategyPointer (*make)(Options)) {
  return {.name = name,
          .description = description,
          .endless = true,
          .takes_bound = false,
          .is_reduction = false,
          .takes_weak_memory = true,
          .make = make};
}

using Walk = SelectivelyUniformWalk::Interest;

constexpr std::array<StrategyEntry, 15> kStrategies = {{
    for_weak_memory(reduction_entry("optimal", "trust or odpor, the one with fewer classes to run",
                                    true, make_optimal)),
    for_weak_memory(
        reduction_entry("auto",
                        "the default: optimal and states side by side, until one decides (a "
                        "process alone: in turns)",
                        true, make_optimal)),
    for_weak_memory(reduction_entry("trust",
                                    "run-based TruSt: one execution of each class, little memory",
                                    true, make_bounded<Trust>)),
    reduction_entry("odpor", "optimal DPOR: one execution of each class, shared locks commute",
                    false, make_plain<OptimalDpor>),
    reduction_entry("source",
                    "source DPOR with sleep sets: to compare with, some executions are redundant",
                    false, make_plain<SourceDpor>),
    reduction_entry("sleep",
                    "depth first with sleep sets: to compare with, many executions are redundant",
                    false, make_plain<SleepSets>),
    exhaustive_entry("states",
                     "every state once, depth first: for loops, and where orders converge", true,
                     make_stateful),
    for_weak_memory(exhaustive_entry("dfs", "every schedule, depth first, no reduction", true,
                                     make_bounded<DepthFirst>)),
    exhaustive_entry("delay",
                     "every schedule of a round robin that is delayed at most --bound times", true,
                     make_bounded<DelayBounded>),
    endless("random", "a random walk; never verifies, needs --executions or --time",
            make_sampler<RandomWalk>),
    endless("pct", "random priorities, changed --depth - 1 times; never verifies", make_pct),
    endless("pos", "random priorities for operations, new ones after each race; never verifies",
            make_sampler<PartialOrderSampling>),
    endless("surw", "uniform over the orders of operations on one shared object; never verifies",
            make_walk<Walk::kOneObject>),
    endless("urw", "uniform over all schedules, for small programs; never verifies",
            make_walk<Walk::kEverything>),
    endless("portfolio", "random, pct 2, pct 3, pos and surw in turn; never verifies",
            make_sampler<Portfolio>),
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
