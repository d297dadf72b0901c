// SPDX-License-Identifier: MIT
// One worker of a shared search: takes over shards, explores them, commits now and then what it has
// done and what is left, and gives shards away on request. Only what is committed counts
// (engine/trace/protocol/commit.hpp).
//
// A strategy that is not divisible commits once, at the end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/host/search/exploration.hpp"
#include "engine/trace/protocol/commit.hpp"

namespace mcheck {

// What a waiting worker does next.
struct Assignment {
  bool end = false;
  std::vector<std::string> shards;  // besides its own
  std::uint64_t executions = 0;     // wait again after so many; 0: no limit
};

// The worker's connection to the coordinator.
struct CoordinatorLink {
  FlightRecord* recorder = nullptr;  // REQUIRES: not null
  std::function<void(const Commit&)> commit;
  std::function<Assignment()> wait;  // after a commit that waits
};

struct WorkerStart {
  bool from_the_start = true;    // otherwise it begins without work, and waits
  std::uint64_t executions = 0;  // wait after so many; 0: no limit
};

// Returns when the coordinator ends the search. Throws UsageError.
void run_search_worker(const Subject& subject, const options& how, const WorkerStart& start,
                       const CoordinatorLink& coordinator);

}  // namespace mcheck
