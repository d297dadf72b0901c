// SPDX-License-Identifier: MIT
// How Run finds out whether threads spin: it tries their next steps
// (docs/algorithms/spin_loops.md).
#include <vector>

#include "engine/search/steps/run.hpp"

namespace mcheck {

void Run::keep_spinning() {
  if (!execution_.has_spin_candidates() || !try_spinners(true)) conclude();
}

// Finds out of each thread at a spin site whether its step would lead back. True if a thread that
// was known to spin no longer does.
bool Run::try_spinners(bool again) {
  bool released = false;
  for (const ThreadRecord& record : execution_.threads()) {
    const bool spun = again && execution_.spins(record);
    if (spun) execution_.forget_try(record.id);
    const std::optional<Outcome> choice = execution_.outcome_to_try(record);
    if (!choice) continue;
    const bool spins =
        executor_.loops_back(record.id, *choice, execution_.version_of(record.pending.object));
    execution_.note_try(record.id, spins);
    released |= spun && !spins;
  }
  return released;
}

// The same for the versions that a thread may read besides the newest.
void Run::try_weak_ways() {
  WeakMemory& memory = *execution_.weak_memory();
  for (const ThreadRecord& record : execution_.threads()) {
    const bool may_spin = record.status == ThreadRecord::Status::kReady && record.may_spin;
    if (!may_spin || !memory.covers(record.pending)) continue;
    const std::span<const std::uint32_t> ways = memory.ways(record);
    for (const std::uint32_t way : std::vector<std::uint32_t>(ways.begin(), ways.end())) {
      if (distance_of(way) == 0 || outcome_of_way(way) != 0) continue;
      const std::uint32_t version = memory.version_for(record.pending, way);
      if (execution_.was_tried(record, version)) continue;
      std::optional<Outcome> choice = execution_.outcome_to_try(record, version);
      if (choice) choice->superseded = choice->mode != Mode::kRead;
      const bool spins = choice && executor_.loops_back(record.id, *choice, version);
      execution_.note_spin(record.id, version, spins);
    }
  }
}

// At most so many: an unknown version costs one execution that ends as a probe.
void Run::try_older_versions(const ThreadRecord& record) {
  constexpr unsigned kMaxVersions = 64;
  const WeakMemory* const memory = execution_.weak_memory();
  if (memory != nullptr && memory->is_weak(record.pending)) return;  // try_weak_ways()
  std::uint32_t version = execution_.take_older(record.id);
  for (unsigned i = 0; i < kMaxVersions; ++i) {
    const Version& newer = execution_.versions()[version];
    if (newer.writer == kNone || newer.previous == kNone) return;
    if (!executor_.may_precede(record.id, execution_.events()[newer.writer])) return;
    version = newer.previous;
    const std::optional<Outcome> choice = execution_.outcome_to_try(record, version);
    if (!choice || !executor_.loops_back(record.id, *choice, version)) continue;
    execution_.note_spin(record.id, version);
  }
}

}  // namespace mcheck
