// SPDX-License-Identifier: MIT
// How an execution is cut back to an earlier state.
#include "engine/search/execution/execution_snapshot.hpp"

#include <algorithm>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

void Execution::snapshot(Snapshot& snapshot) const {
  snapshot.events = events_.size();
  snapshot.versions = versions_.size();
  snapshot.object_changes = object_changes_.size();
  snapshot.notes = notes_.size();
  snapshot.object_count = object_counts_;
  snapshot.steps = steps_;
  snapshot.stops = stops_.size();
  snapshot.spins = spins_.size();
  snapshot.loop_detector = loop_detector_.snapshot();
  snapshot.holders = holders_.size();
  snapshot.clock_advances = clock_advances_.size();
  snapshot.threads = threads_;
  snapshot.running = running_;
  snapshot.preemptions = preemptions_;
  snapshot.unfinished = unfinished_;
  snapshot.process_ended = process_ended_;
}

// With weak memory newer versions may have been placed before others of their object. A restored
// record may not lead to the version.
void Execution::unlink_version(std::uint32_t version) {
  const Version& removed = versions_[version];
  std::uint32_t* link = &objects_[index(removed.object)].version;
  if (weak_memory_ != nullptr) {
    while (*link != version && *link != kNone) link = &versions_[*link].previous;
    if (*link == kNone) return;
  }
  *link = removed.previous;
}

void Execution::rewind(const Snapshot& snapshot) {
  if (weak_memory_ != nullptr) weak_memory_->cut(snapshot.events);
  // Object changes first: a restored record may refer to a version that is removed next.
  while (object_changes_.size() > snapshot.object_changes) {
    const ObjectChange& last = object_changes_.back();
    objects_[index(last.id)] = last.before;
    if (last.address != nullptr) objects_by_address_[last.address] = last.there_before;
    object_changes_.truncate(object_changes_.size() - 1);
  }
  while (versions_.size() > snapshot.versions) {
    unlink_version(static_cast<std::uint32_t>(versions_.size() - 1));
    versions_.truncate(versions_.size() - 1);
  }
  object_counts_ = snapshot.object_count;
  notes_.resize(snapshot.notes);
  events_.truncate(snapshot.events);
  unchanged_prefix_ = std::min(unchanged_prefix_, snapshot.events);
  const bool same_threads = threads_.size() == snapshot.threads.size();
  if (!same_threads) unindex_threads();
  threads_ = snapshot.threads;
  if (!same_threads) index_threads();
  running_ = snapshot.running;
  preemptions_ = snapshot.preemptions;
  steps_ = snapshot.steps;
  unfinished_ = snapshot.unfinished;
  process_ended_ = snapshot.process_ended;
  stops_.resize(snapshot.stops);
  spins_.resize(snapshot.spins);
  loop_detector_.rewind(snapshot.loop_detector);
  holders_.resize(snapshot.holders);
  clock_advances_.resize(snapshot.clock_advances);
}

}  // namespace mcheck
