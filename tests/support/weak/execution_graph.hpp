// SPDX-License-Identifier: MIT
// The graph of an execution, or of a prefix of one, of a table program under a weak memory model.
//
// Variables: which version each load reads (rf), and the order of the versions (mo). All other
// objects (locks, semaphores, condition variables, …) are as in a sequentially consistent memory:
// an operation uses the newest version, and so the graph has the order of the operations on each of
// them, as far as they conflict. The same holds for *bound* variables, which threads wait for or
// are notified of.
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
  int source = kInitial;  // the event that wrote the version that this one reads
  int value = 0;          // of the version that it writes
  int read_value = 0;
  int object = kNothing;         // an operation on it; on a bound variable, too
  Effect effect;                 // on the object
  int newest_change = kInitial;  // of the object, when it was used
};

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
