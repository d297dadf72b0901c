// SPDX-License-Identifier: MIT
// One process of several that share a search: it takes parts over, explores them, tells now and
// then what it has done and what is left, and gives parts away when it is asked. What it has told
// is what counts (trace/commit.hpp).
//
// A strategy that is not divisible tells once, at the end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/host/exploration.hpp"
#include "engine/trace/commit.hpp"

namespace mcheck {

// What to do next, for one that waits.
struct Orders {
  bool end = false;
  std::vector<std::string> parts;  // besides what it has
  std::uint64_t executions = 0;    // wait again after so many; 0: no limit
};

// Who shares out the work.
struct Coordinator {
  FlightRecord* recorder = nullptr;  // REQUIRES: not null
  std::function<void(const Commit&)> commit;
  std::function<Orders()> wait;  // after a commit that says so
};

struct SharedStart {
  bool from_the_start = true;    // otherwise it begins with nothing, and waits
  std::uint64_t executions = 0;  // wait after so many; 0: no limit
};

// Returns when it is told to end. Throws UsageError.
void share_search(const Subject& subject, const options& how, const SharedStart& start,
                  const Coordinator& coordinator);

}  // namespace mcheck
