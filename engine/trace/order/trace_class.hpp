// SPDX-License-Identifier: MIT
// The canonical fingerprint of a trace: equal for two executions exactly if one becomes the other
// by swapping adjacent independent events (the same Mazurkiewicz trace).
//
// A trace is the set of its events, each with its predecessors. The fingerprint adds a hash of each
// event: its thread, its index in the thread, its data choice and its clock; a sum does not depend
// on the order. Results and objects are implied. Threads are identified by path, so that other
// processes compute the same fingerprints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/order/happens_before.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

struct ThreadKey {
  ThreadId thread{};
  std::uint64_t key = 0;  // the same in every process
};

// Add events in the order of the trace: after each, value() is the fingerprint of the trace so far.
class TraceClassSum {
 public:
  // The order of `threads` must not depend on the process either: by path.
  void add(const Event& event, VectorClock clock, std::span<const ThreadKey> threads);
  [[nodiscard]] const Fingerprint& value() const { return sum_; }
  void restore(const Fingerprint& value) { sum_ = value; }

 private:
  Fingerprint sum_;
  std::vector<std::uint64_t> words_;  // of one event
};

}  // namespace mcheck
