// SPDX-License-Identifier: MIT
#include "dpor/sampling/pos.hpp"

#include <algorithm>

#include "engine/trace/order/dependency.hpp"

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

std::size_t PartialOrderSampling::choose(const View& view, std::span<const EnabledThread> enabled) {
  const auto priority = [&](const EnabledThread& one) -> std::uint64_t& {
    return priority_[index(one.thread)];
  };
  for (const EnabledThread& one : enabled) {
    if (priority(one) == 0) priority(one) = random().next() | 1;
  }
  const auto chosen = std::ranges::max_element(enabled, {}, priority);
  if (enabled.size() > 1) {
    const Footprint performed = pending_footprint(view.execution, chosen->thread);
    for (const EnabledThread& other : enabled) {
      if (other.thread == chosen->thread || performed.object == kNoObject) continue;
      if (conflict(performed, pending_footprint(view.execution, other.thread))) priority(other) = 0;
    }
  }
  priority(*chosen) = 0;
  return static_cast<std::size_t>(chosen - enabled.begin());
}

std::vector<std::string> PartialOrderSampling::guarantees() const {
  return {
      "every class of executions has a positive probability in each execution, which is larger the "
      "fewer races the class has; there is no number for it"};
}

}  // namespace mcheck
