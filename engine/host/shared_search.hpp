// SPDX-License-Identifier: MIT
// One worker of a shared search: takes over shards, explores them, commits now and then what it has
// done and what is left, and gives shards away on request. Only what is committed counts
// (engine/trace/commit.hpp).
//
// A strategy that is not divisible commits once, at the end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/host/exploration.hpp"
#include "engine/trace/commit.hpp"

namespace mcheck {

// What a waiting worker does next.
struct Orders {
  bool end = false;
  std::vector<std::string> parts;  // besides its own
  std::uint64_t executions = 0;    // wait again after so many; 0: no limit
};

// The worker's connection to the coordinator.
struct Coordinator {
  FlightRecord* recorder = nullptr;  // REQUIRES: not null
  std::function<void(const Commit&)> commit;
  std::function<Orders()> wait;  // after a commit that waits
};

struct SharedStart {
  bool from_the_start = true;    // otherwise it begins without work, and waits
  std::uint64_t executions = 0;  // wait after so many; 0: no limit
};

// Returns when the coordinator ends the search. Throws UsageError.
void share_search(const Subject& subject, const options& how, const SharedStart& start,
                  const Coordinator& coordinator);

}  // namespace mcheck
