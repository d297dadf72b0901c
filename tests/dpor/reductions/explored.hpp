// SPDX-License-Identifier: MIT
// A small program explored by a strategy, and what to compare with another strategy: which classes
// of equivalent executions it saw, how often, and how they ended.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "engine/base/fingerprint.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/search/strategy/strategy.hpp"
#include "tests/dpor/reductions/script.hpp"
#include "tests/support/table/table.hpp"

namespace explored {

using MakeStrategy = std::function<std::unique_ptr<mcheck::Strategy>()>;

struct Explored {
  mcheck::SearchReport report;
  std::map<mcheck::Fingerprint, std::uint64_t> classes;         // and how often each was finished
  std::map<mcheck::Fingerprint, std::set<std::uint64_t>> sums;  // of each class, as counted
  std::map<std::string, std::uint64_t> final_states;            // and how often each was reached
  std::map<mcheck::Fingerprint, std::uint64_t> stuck;           // the classes that are deadlocks
  // Some thread released a permit too many, or counted a latch below zero. Which of them exceeds
  // the limit is not distinguished: what such executions lead to may be missing.
  bool exceeds_counter_limit = false;
  [[nodiscard]] bool complete() const {
    return report.stop == mcheck::SearchReport::Stop::kExhausted;
  }
};

// The final state of an execution as text.
using FinalState = std::function<std::string(const mcheck::Execution&)>;

// Runs at most `limit` executions; 0: all.
[[nodiscard]] Explored explore(mcheck::Executor& executor, const FinalState& final_state,
                               const MakeStrategy& make, std::uint64_t limit = 0);
[[nodiscard]] Explored explore(const table::Program& program, const MakeStrategy& make,
                               std::uint64_t limit = 0);
[[nodiscard]] Explored explore(const script::Program& program, const MakeStrategy& make,
                               std::uint64_t limit = 0);

// A strategy by its name in the registry.
[[nodiscard]] MakeStrategy strategy(const char* name);

}  // namespace explored
