// SPDX-License-Identifier: MIT
#include "dpor/fair_tail.hpp"

#include <algorithm>

namespace mcheck {

FairTail::FairTail(std::uint64_t step_limit) : step_limit_(step_limit) { set_begin(); }

void FairTail::set_begin() {
  constexpr std::uint64_t kLeast = 500;
  constexpr std::uint64_t kTimes = 10;
  begins_ = std::min(std::max(kLeast, kTimes * shortest_), step_limit_ / 2);
}

std::size_t FairTail::choose(const Execution& execution, std::span<const Ready> ready) {
  const auto last_ran = [&](const Ready& one) {
    const std::uint32_t event = execution.thread(one.thread).last_event;
    return event == kNone ? 0 : event + 1;
  };
  const auto longest_ago = std::ranges::min_element(ready, {}, last_ran);
  return static_cast<std::size_t>(longest_ago - ready.begin());
}

void FairTail::finished(std::uint64_t steps) {
  shortest_ = shortest_ == 0 ? steps : std::min(shortest_, steps);
  set_begin();
}

}  // namespace mcheck
