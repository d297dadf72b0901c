// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/schedule_notes.hpp"

#include <set>
#include <string>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

struct ScheduleNotes {
  ScheduleUse use;
  std::set<std::pair<std::string, const void*>> gates;
};
MCHECK_HOST_STATE ScheduleNotes* notes = nullptr;

// REQUIRES: an EngineAllocationScope.
ScheduleNotes& known_notes() {
  if (notes == nullptr) notes = new ScheduleNotes;
  return *notes;
}

}  // namespace

const ScheduleUse& schedule_use() {
  const EngineAllocationScope engine_at_work;
  return known_notes().use;
}

void note_named_location(const NamedLocation& location) {
  const EngineAllocationScope engine_at_work;
  known_notes().use.declare_location(location);
}

void merge_schedule_note(ScheduleUse::Fact fact, std::string_view name) {
  const EngineAllocationScope engine_at_work;
  (void)known_notes().use.note(fact, name);
}

void note_schedule(ScheduleUse::Fact fact, std::string_view name) {
  const EngineAllocationScope engine_at_work;
  if (!known_notes().use.note(fact, name)) return;
  if (Machine* const machine = Machine::current())
    machine->report(ReplyTag::kScheduleNote, Packed().put(fact).put_text(name));
}

void note_threads(const Execution& execution) {
  if (notes == nullptr || !notes->use.names_threads()) return;  // after each execution
  for (const ThreadRecord& thread : execution.threads())
    note_schedule(ScheduleUse::Fact::kThread, execution.thread_text(thread.id));
}

bool note_gate_at(std::string_view name, const void* gate) {
  const EngineAllocationScope engine_at_work;
  return known_notes().gates.emplace(name, gate).second;
}

}  // namespace mcheck
