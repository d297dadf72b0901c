// SPDX-License-Identifier: MIT
// The canonical fingerprint of a trace: equal for two executions exactly if one becomes the other
// by swapping neighbouring events that do not depend on each other (the same Mazurkiewicz trace).
//
// A trace is the set of its events, each with what came before it. So each event is hashed with its
// thread, its place in the thread, its data choice and its clock, and the hashes are added: a sum
// does not know the order in which it was made. Results and objects need not be told: they follow.
// Threads are told by path, so that other processes find the same fingerprints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/event.hpp"
#include "engine/trace/happens_before.hpp"

namespace mcheck {

struct ThreadKey {
  ThreadId thread{};
  std::uint64_t key = 0;  // the same in every process
};

// Event by event, in the order in which they happened: after each, of the trace so far.
class TraceClassSum {
 public:
  // `threads` in an order that does not depend on the process, too: by path.
  void add(const Event& event, VectorClock clock, std::span<const ThreadKey> threads);
  [[nodiscard]] const Fingerprint& value() const { return sum_; }
  void go_back_to(const Fingerprint& value) { sum_ = value; }

 private:
  Fingerprint sum_;
  std::vector<std::uint64_t> words_;  // of one event
};

}  // namespace mcheck
