// SPDX-License-Identifier: MIT
// A state of an execution that it can be cut back to (Execution::rewind): how long its tables were,
// and the records that change in place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/search/execution/records.hpp"
#include "engine/search/loops/loop_detector.hpp"

namespace mcheck {

// How many objects of each kind have been registered.
using ObjectCounts = std::array<std::uint32_t, 16>;

struct ExecutionSnapshot {
  std::size_t events = 0, versions = 0, object_changes = 0, steps = 0, stops = 0, notes = 0;
  std::size_t spins = 0, holders = 0, clock_advances = 0;
  LoopDetector::Snapshot loop_detector;
  ObjectCounts object_count{};
  std::vector<ThreadRecord> threads;
  ThreadId running{};
  std::uint32_t preemptions = 0;
  std::size_t unfinished = 0;
  bool process_ended = false;
};

}  // namespace mcheck
