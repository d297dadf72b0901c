// SPDX-License-Identifier: MIT
#include "dpor/pos.hpp"

#include <algorithm>

#include "engine/trace/dependency.hpp"

namespace mcheck {
namespace {

// The footprint of the default outcome that the thread would have now.
Footprint pending_footprint(const Execution& execution, ThreadId thread) {
  const Operation& operation = execution.thread(thread).pending;
  if (!touches_object(operation)) return {};
  const State state = execution.state_of(operation.object);
  const Mode mode = execution.outcome_of(operation, thread, state, 0).mode;
  return footprint(operation, mode, Relation::kCommuting);
}

}  // namespace

void PartialOrderSampling::start() { std::ranges::fill(priority_, 0); }

std::size_t PartialOrderSampling::choose(const View& view, std::span<const Ready> ready) {
  const auto priority = [&](const Ready& one) -> std::uint64_t& {
    return priority_[index(one.thread)];
  };
  for (const Ready& one : ready) {
    if (priority(one) == 0) priority(one) = random().next() | 1;
  }
  const auto chosen = std::ranges::max_element(ready, {}, priority);
  if (ready.size() > 1) {
    const Footprint done = pending_footprint(view.execution, chosen->thread);
    for (const Ready& other : ready) {
      if (other.thread == chosen->thread || done.object == kNoObject) continue;
      if (conflict(done, pending_footprint(view.execution, other.thread))) priority(other) = 0;
    }
  }
  priority(*chosen) = 0;
  return static_cast<std::size_t>(chosen - ready.begin());
}

std::vector<std::string> PartialOrderSampling::guarantees() const {
  return {
      "every class of executions has a positive probability in each execution, the larger the "
      "fewer races it has; no number can be said for it"};
}

}  // namespace mcheck
