// SPDX-License-Identifier: MIT
#include "engine/host/search/remaining_executions.hpp"

#include "engine/host/report/report_replay.hpp"

namespace mcheck {

void RemainingExecutions::add(const Execution& execution, Ending ending,
                              const std::optional<Failure>& failure) {
  const bool follows = ending == Ending::kFinished || ending == Ending::kFailed;
  if (asked_ == quantifier::for_all || !follows || is_decided()) return;
  ++followed_;
  if (asked_ == quantifier::for_some) {
    if (ending == Ending::kFinished && !failure) deciding_ = choices_of(execution);
    return;
  }
  const std::uint64_t sum = class_of(execution);
  if (followed_ == 1) {
    first_class_ = sum;
    first_ = choices_of(execution);
  } else if (sum != first_class_) {
    deciding_ = choices_of(execution);
  }
}

std::uint64_t RemainingExecutions::class_of(const Execution& execution) {
  std::vector<ThreadKey> threads;
  for (const ThreadRecord& record : execution.threads())
    threads.push_back({record.id, execution.identities().path_key(record.id)});
  return class_sum_.of(execution.events(), execution.versions().size(), threads);
}

}  // namespace mcheck
