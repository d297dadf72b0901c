// SPDX-License-Identifier: MIT
// How an execution ends in a search for conflicts (conflicts.hpp): at the conflict to stop at, or
// at a use of freed memory.
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

// The report adds the locations of both.
Failure failure_of(const Conflict& conflict, const Execution& execution) {
  return {.kind = FailureKind::kConflict,
          .thread = conflict.now.thread,
          .message = execution.thread_text(conflict.now.thread) + " and " +
                     execution.thread_text(conflict.before.thread) +
                     " are in conflict: their accesses are unordered"};
}

}  // namespace

void Machine::end_with_conflict(bool reached) {
  if (!reached) end_with(Step::Kind::kCutOff, {}, {});
  const EngineAllocationScope engine_at_work;
  const Failure failure = failure_of(*conflicts()->reached(), *execution_);
  end_with(Step::Kind::kFailed, failure.kind, failure.message);
}

// The thread has stopped, and only then it turned out that its last write changed something.
void Machine::end_step_with_conflict() {
  if (step_.kind == Step::Kind::kFailed) return;
  step_.kind = Step::Kind::kFailed;
  step_.failure = failure_of(*conflicts()->reached(), *execution_);
}

}  // namespace mcheck
