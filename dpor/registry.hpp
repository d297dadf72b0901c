// SPDX-License-Identifier: MIT
// All strategies by name: the one list behind --strategy, its help, its error message and the
// pages.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/search/progress/starvation.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

struct StrategyOptions {
  int bound = -1;  // preemptions, or delays; below 0: no bound
  std::uint64_t seed = 0;
  std::uint32_t depth = 3;       // of the bugs that pct searches for
  std::uint64_t steps = 10'000;  // the limit on an execution's length
  bool weak_memory = false;      // accesses of atomics choose among versions
  FairCycleRule fair_cycles = FairCycleRule::kProgress;  // for a stateful search
};

struct StrategyEntry {
  const char* name;
  const char* description;  // one line
  bool endless;             // needs --executions or --time to end
  bool takes_bound;         // accepts --bound
  bool is_reduction;        // one schedule stands for all that differ only in the order of
                            // independent steps
  bool takes_weak_memory;   // explores what atomics may do under a weak memory model
  std::unique_ptr<Strategy> (*make)(const StrategyOptions& options);
};

[[nodiscard]] std::span<const StrategyEntry> strategies();
// Null: no strategy has that name.
[[nodiscard]] const StrategyEntry* find_strategy(std::string_view name);

}  // namespace mcheck
