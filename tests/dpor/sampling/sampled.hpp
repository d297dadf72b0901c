// SPDX-License-Identifier: MIT
// Runs a strategy on a table program for a number of executions and counts the results.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/search/driver/search.hpp"
#include "tests/support/table/table.hpp"
#include "tests/support/table/table_executor.hpp"

namespace sampled {

using Counts = std::map<std::string, std::uint64_t>;
// What an execution is counted as.
using Key = std::function<std::string(const mcheck::Execution&, const table::TableExecutor&)>;

struct Sampled {
  mcheck::SearchReport report;
  Counts counts;
};

Sampled sample(const table::Program& program, mcheck::Strategy& strategy, std::uint64_t executions,
               const Key& key);

// The threads of the steps, in order: the whole schedule.
std::string schedule(const mcheck::Execution& execution, const table::TableExecutor& executor);
// Of the steps on the first atomic only.
std::string projection(const mcheck::Execution& execution, const table::TableExecutor& executor);
// Registers and values.
std::string final_state(const mcheck::Execution& execution, const table::TableExecutor& executor);

// Σ (count - expected)² / expected over `cells` equally likely ones.
double chi_square(const Counts& counts, std::size_t cells);
std::uint64_t least(const Counts& counts);
std::uint64_t most(const Counts& counts);

// --- programs ------------------------------------------------------------------------------------

// Threads that only add to x[0], this many times each.
table::Program adds(const std::vector<int>& times);
// One thread stores, n load.
table::Program readers(int n);

}  // namespace sampled
