// SPDX-License-Identifier: MIT
// The graph of an execution, or of a prefix of one, of a table program under a weak memory model.
//
// Variables: which version each load reads (rf), and the order of the versions (mo). All other
// objects (locks, semaphores, condition variables, …) are as in a sequentially consistent memory:
// an operation uses the newest version, and so the graph has the order of the operations on each of
// them, as far as they conflict. A wait for the value of a variable, or a notify of it, uses the
// newest version, too.
//
// Starting and joining a thread, and waiting for an event, are events without a place among the
// steps of their thread (machine.hpp); so are fences.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/oracle/machine.hpp"

namespace table {

enum class MemoryModel : std::uint8_t { kSc, kRc11 };

inline constexpr int kInitial = -1;  // instead of an event: the first version

struct GraphEvent {
  int thread = 0;
  int place = kNothing;     // among the steps of its thread
  int variable = kNothing;  // an access to it
  bool reads = false;       // with writes: a read-modify-write
  bool writes = false;      // a new version
  bool fence = false;
  Order order = Order::kRelaxed;
  int source = kInitial;  // of reads, and of a notify: the event that wrote the version
  int value = 0;          // of the version that it writes, or else reads
  int read_value = 0;
  int object = kNothing;  // an operation on it; the threads asleep on a variable are one, too
  Effect effect;          // on the object
  int newest_change = kInitial;  // of the object, when it was used
};

// The threads asleep on a variable, as an object.
inline constexpr int kSleepers = kAllObjects;
inline constexpr int kGraphObjects = kAllObjects + kObjects;

struct ExecutionGraph {
  std::vector<GraphEvent> events;  // in an order in which they can happen
  std::array<std::vector<int>, kObjects> modification_order;
  // Between different threads, for objects other than variables; started and ended threads.
  std::vector<std::pair<int, int>> synchronizes;
  // The same for events that only cannot happen in another order.
  std::vector<std::pair<int, int>> ordered;
};

// Whether the axioms of the model hold. REQUIRES: at most kMostEvents events.
[[nodiscard]] bool is_consistent(const ExecutionGraph& graph, MemoryModel model);

}  // namespace table
