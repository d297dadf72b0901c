// SPDX-License-Identifier: MIT
// Compares a search under a memory model with the oracle of execution graphs
// (tests/support/weak/graphs.hpp), which shares no code with it: the same graphs, each exactly
// once, with the same ends, and no redundant execution.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/search/strategy/strategy.hpp"
#include "tests/support/weak/graphs.hpp"

namespace weak_agreement {

using MakeStrategy = std::function<std::unique_ptr<mcheck::Strategy>()>;

// What a search has finished.
struct Searched {
  std::map<table::Outline, std::uint64_t> graphs;  // and how often each
  std::uint64_t redundant = 0;
  bool complete = false;  // it has reached its end
};

// The only place that knows how to search under a memory model.
[[nodiscard]] Searched search(const table::Program& program, table::MemoryModel model,
                              const MakeStrategy& make);

struct Expected {
  table::MemoryModel model = table::MemoryModel::kRc11;
  bool each_once = true;         // no graph twice, and no redundant execution
  std::size_t prefixes = 3'000;  // programs with more unfinished graphs are left out
};

// Describes what is wrong; empty if nothing is. No value: the program is too large.
[[nodiscard]] std::optional<std::string> disagreement(const table::Program& program,
                                                      const MakeStrategy& make,
                                                      const Expected& expected);

// The same, with the program made as small as possible.
[[nodiscard]] std::optional<std::string> smallest_disagreement(const table::Program& program,
                                                               const MakeStrategy& make,
                                                               const Expected& expected);

}  // namespace weak_agreement
