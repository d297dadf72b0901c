// SPDX-License-Identifier: MIT
// Searches a program with the step cache (engine/runtime/cache/step_cache.hpp) and without: the
// results are equal.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>

#include "dpor/registry.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/runtime/cache/same_failures.hpp"

namespace mcheck::cached_steps {

struct How {
  const char* strategy = "dfs";
  int bound = -1;
  std::uint64_t executions = 2000;
  Behaviour behaviour{.ignore_races = true, .ignore_leaks = true};
  bool cached_ends = false;
};

inline SearchReport search(const std::function<void()>& body, const How& how, bool cached_steps) {
  Identities identities;
  Behaviour behaviour = how.behaviour;
  behaviour.few_regions_after = 64;  // these searches are short
  Machine machine(body, behaviour);
  Execution execution(identities);
  const auto chosen =
      find_strategy(how.strategy)->make({.bound = how.bound, .seed = 7, .depth = 3});
  SearchOptions options;
  options.executions = how.executions;
  options.steps = 1000;
  options.stop_after = 0;
  options.cached_ends = how.cached_ends;
  options.cached_steps = cached_steps;
  options.fingerprint_traces = !how.cached_ends;
  return Search(execution, machine, *chosen, options).explore();
}

// The number of cached steps.
inline std::uint64_t compare(const std::function<void()>& body, const How& how) {
  INFO(how.strategy << ", bound " << how.bound);
  const SearchReport with = search(body, how, true);
  const SearchReport without = search(body, how, false);
  CHECK(without.cached_steps == 0);
  CHECK(with.executions == without.executions);
  CHECK(with.redundant == without.redundant);
  CHECK(with.probes == without.probes);
  CHECK(with.cut_off == without.cut_off);
  CHECK(with.beyond_bound == without.beyond_bound);
  CHECK(with.cached_ends == without.cached_ends);
  CHECK(with.traces == without.traces);
  check_same_failures(with, without);
  return with.cached_steps;
}

inline constexpr const char* kStrategies[] = {"dfs",   "trust",  "odpor", "source",
                                              "sleep", "random", "pct"};

inline std::uint64_t compare_all(const std::function<void()>& body, How how = {}) {
  std::uint64_t known = 0;
  for (const char* strategy : kStrategies) {
    how.strategy = strategy;
    for (const int bound : {-1, 1}) {
      how.bound = bound;
      how.behaviour.initial_recordings = bound < 0 ? 512 : 16;  // then most steps run without being
                                                                // recorded
      known += compare(body, how);
    }
  }
  return known;
}

}  // namespace mcheck::cached_steps
