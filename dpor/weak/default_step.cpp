// SPDX-License-Identifier: MIT
#include "dpor/weak/default_step.hpp"

#include <algorithm>

#include "dpor/steps/default_alternative.hpp"
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
  return first_alternative(view, [&](const Alternative& alternative) {
    if (alternative.outcome != 0) return false;
    const ThreadRecord& record = view.execution.thread(alternative.thread);
    return pins.empty() || !is_pinned(view.execution, record, pins);
  });
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
