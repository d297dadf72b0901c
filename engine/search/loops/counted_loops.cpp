// SPDX-License-Identifier: MIT
// The part of Run for loops that count their iterations: docs/algorithms/spin_loops.md.
#include "engine/search/steps/run.hpp"

namespace mcheck {

// After two iterations that differ by the same count, the rest of the loop becomes part of this
// step, if it is long enough. REQUIRES: the step has just been announced.
bool Run::try_counted_loop(ThreadId thread, const Step& at) {
  constexpr std::uint32_t kIterations = 2;
  ThreadRecord& record = execution_.thread(thread);
  if (at.counted_by == 0 && record.counted == 0) return false;  // as in most steps
  if (is_pause(at.operation.kind)) return false;
  const bool same = at.counted_by != 0 && at.counted_by == record.counted_by;
  record.counted = same ? record.counted + 1 : (at.counted_by != 0 ? 1 : 0);
  record.counted_by = at.counted_by;
  if (record.counted != kIterations) return false;
  const std::uint32_t version = execution_.version_of(record.pending.object);
  return executor_.run_counted_loop(thread, last_read_, version) > 0;
}

// What happens after the loop must not depend on the count: compares the step with the same step
// one iteration later.
void Run::compare_loop_exits(const Alternative& choice) {
  constexpr unsigned kMaxVersions = 4;
  const ThreadRecord& record = execution_.thread(choice.thread);
  if (!can_spin(record.pending.kind)) return;
  std::uint32_t version = execution_.version_of(record.pending.object);
  const State now = execution_.state_at(version);
  for (unsigned i = 0; i < kMaxVersions; ++i) {
    version = execution_.versions()[version].previous;
    if (version == kNone) return;
    const std::optional<Outcome> older = execution_.outcome_to_try(record, version);
    if (!older) continue;
    const Outcome next = execution_.outcome_of(record.pending, record.id, now, choice.outcome);
    const Executor::LoopExit exits{.older = *older, .older_version = version, .next = next};
    if (executor_.compare_loop_exits(choice.thread, exits)) return;
  }
}

}  // namespace mcheck
