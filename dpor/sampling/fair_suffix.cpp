// SPDX-License-Identifier: MIT
#include "dpor/sampling/fair_suffix.hpp"

#include <algorithm>

namespace mcheck {

FairSuffix::FairSuffix(std::uint64_t step_limit) : step_limit_(step_limit) { update_begin_step(); }

void FairSuffix::update_begin_step() {
  constexpr std::uint64_t kMinBeginStep = 500;
  constexpr std::uint64_t kLengthFactor = 10;
  begin_step_ =
      std::min(std::max(kMinBeginStep, kLengthFactor * shortest_finished_), step_limit_ / 2);
}

std::size_t FairSuffix::choose(const Execution& execution, std::span<const EnabledThread> enabled) {
  const auto last_ran = [&](const EnabledThread& one) {
    const std::uint32_t event = execution.thread(one.thread).last_event;
    return event == kNone ? 0 : event + 1;
  };
  const auto least_recent = std::ranges::min_element(enabled, {}, last_ran);
  return static_cast<std::size_t>(least_recent - enabled.begin());
}

void FairSuffix::note_finished(std::uint64_t steps) {
  shortest_finished_ = shortest_finished_ == 0 ? steps : std::min(shortest_finished_, steps);
  update_begin_step();
}

}  // namespace mcheck
