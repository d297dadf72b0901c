// SPDX-License-Identifier: MIT
// A program searched by comparing states and by depth-first search, which is the oracle: what one
// finds, the other has to find.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "engine/search/driver/search.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "tests/support/table/table_executor.hpp"

namespace states {

struct Found {
  bool complete = false;
  double schedules = 0;      // of depth-first search: executions
  std::uint64_t states = 0;  // 0: depth-first search
  std::set<std::string> final_states;
  std::set<std::string> failures;  // kind and message
  bool has_cycle = false;
  bool bound_hit = false;
};

using FinalState = std::function<std::string(const mcheck::Execution&)>;
using MakeExecutor = std::function<std::unique_ptr<mcheck::Executor>()>;

// Runs at most `limit` executions; 0: all.
[[nodiscard]] Found search(mcheck::Executor& executor, const FinalState& final_state,
                           mcheck::Strategy& strategy, std::uint64_t limit = 0);
[[nodiscard]] Found search(
    const table::Program& program, mcheck::Strategy& strategy, std::uint64_t limit = 0,
    table::TableExecutor::Fault fault = table::TableExecutor::Fault::kHealthy);

// Describes every difference; empty if there is none.
[[nodiscard]] std::string difference(const Found& by_states, const Found& by_schedules);

}  // namespace states
