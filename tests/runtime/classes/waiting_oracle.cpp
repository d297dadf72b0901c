// SPDX-License-Identifier: MIT
#include "tests/runtime/classes/waiting_oracle.hpp"

namespace mcheck {

// Two acquire and two release, so that some calls wait and others end it.
WaitingPrograms random_waiting_programs(Random& random) {
  WaitingPrograms programs;
  for (std::size_t i = 0; i < kReadBothRegisters; ++i) {
    for (std::uint64_t steps = 1 + random.below(2); steps > 0; --steps) {
      programs[i].push_back({.kind = random.below(2) == 0 ? StepKind::kLoad : StepKind::kStore,
                             .which = random.below(2),
                             .value = 1 + static_cast<int>(random.below(2))});
    }
  }
  const auto insert = [&](std::size_t program, StepKind kind) {
    auto& steps = programs[program];
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(random.below(steps.size() + 1)),
                 {.kind = kind});
  };
  insert(0, StepKind::kAcquire);
  if (random.below(2) == 0) insert(0, StepKind::kAcquire);  // two such calls can starve each other
  insert(1, random.below(2) == 0 ? StepKind::kAcquire : StepKind::kTimedAcquire);
  insert(2, StepKind::kRelease);
  insert(3, StepKind::kRelease);
  programs[kReadBothRegisters] = {{.which = 0}, {.which = 1}};
  return programs;
}

WaitingCalls random_waiting_calls(Random& random) {
  WaitingCalls calls(2 + random.below(2));
  for (auto& thread : calls) {
    const std::uint64_t count = calls.size() == 2 ? 1 + random.below(2) : 1;
    for (std::uint64_t i = 0; i < count; ++i) thread.push_back(random.below(kWaitingPrograms));
  }
  return calls;
}

}  // namespace mcheck
