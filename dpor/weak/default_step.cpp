// SPDX-License-Identifier: MIT
#include "dpor/weak/default_step.hpp"

#include <algorithm>

#include "dpor/weak/weak_graph.hpp"
#include "engine/search/weak_memory/weak_memory.hpp"

namespace mcheck::trust {
namespace {

// Whether a pin of the thread's next event forbids the newest version.
bool is_pinned(const Execution& execution, const ThreadRecord& record, std::span<const Pin> pins) {
  const Slot slot{record.id, record.events};
  const auto concerns = [&](const Pin& pin) {
    return pin.slot == slot && !pin.allows_new_versions;
  };
  if (std::ranges::none_of(pins, concerns)) return false;
  const std::uint32_t newest = execution.version_of(record.pending.object);
  const std::uint32_t writer = execution.versions()[newest].writer;
  if (writer == kNone) return true;
  WeakGraph graph;
  Task none;
  graph.build(execution, none, 0);
  return std::ranges::any_of(pins, [&](const Pin& pin) {
    return concerns(pin) && !has_seen(graph.causes(writer), pin.version);
  });
}

}  // namespace

std::optional<std::uint32_t> default_step(const View& view, std::span<const Pin> pins) {
  std::optional<std::uint32_t> best;
  const ThreadRecord* best_thread = nullptr;  // records are ordered by path
  for (std::uint32_t i = 0; i < view.alternatives.size(); ++i) {
    const Alternative& alternative = view.alternatives[i];
    const ThreadRecord* const record = &view.execution.thread(alternative.thread);
    const bool is_worse = best_thread != nullptr && (record->yields != best_thread->yields
                                                         ? record->yields > best_thread->yields
                                                         : record >= best_thread);
    if (is_worse || alternative.outcome != 0) continue;
    if (!pins.empty() && is_pinned(view.execution, *record, pins)) continue;
    best = i;
    best_thread = record;
  }
  return best;
}

bool reads_older_version(const Execution& execution, const ThreadRecord& record,
                         std::uint32_t label) {
  const WeakMemory* const memory = execution.weak_memory();
  return memory != nullptr && record.status == ThreadRecord::Status::kReady &&
         memory->covers(record.pending) && distance_of(label) > 0;
}

bool spins_with(const Execution& execution, const ThreadRecord& record, std::uint32_t label) {
  const std::uint32_t version = execution.weak_memory()->version_for(record.pending, label);
  return execution.spins(record.id, record.events, version);
}

}  // namespace mcheck::trust
