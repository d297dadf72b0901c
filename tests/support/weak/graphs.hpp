// SPDX-License-Identifier: MIT
// The oracle of searches under a weak memory model: all execution graphs of a table program that
// are consistent, by brute force. It uses nothing of mcheck.
//
// A graph is maximal: no thread can take another step. Deadlocks are among them, and executions in
// which a thread has failed or was cut off.
//
// How      Grows graphs by one step of any thread, in any order, with every version that a load
//          could read and every place for a store in the modification order; goes on from every
//          graph that is consistent, once. Consistency is checked on the whole graph (axioms.cpp).
//          So a graph has no cycle of program order and what is read (no values out of thin air),
//          and every use of the newest version of an object comes before all later versions.
// Costs    A copied graph, and closures of relations, for each pair of a graph and a step.
// Oracle   tests/dpor/weak/graphs_test.cpp: litmus tests, closed forms, classes.hpp.
#pragma once

#include <optional>
#include <set>

#include "tests/support/table/table.hpp"
#include "tests/support/weak/outline.hpp"

namespace table {

using GraphSet = std::set<Outline>;

// No value: there are more than `limit` graphs, unfinished ones included.
[[nodiscard]] std::optional<GraphSet> graphs_of(const Program& program, MemoryModel model,
                                                std::size_t limit = 3000);

}  // namespace table
