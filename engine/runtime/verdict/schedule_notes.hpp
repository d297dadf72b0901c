// SPDX-License-Identifier: MIT
// What schedules name, and what threads have reached of it, in all executions so far, also those
// that run in forked processes.
#pragma once

#include <string_view>

#include "engine/trace/results/schedule_use.hpp"

namespace mcheck {

class Execution;

[[nodiscard]] const ScheduleUse& schedule_use();

void note_named_location(const NamedLocation& location);
void note_schedule(ScheduleUse::Fact fact, std::string_view name);
// What another process has noted.
void merge_schedule_note(ScheduleUse::Fact fact, std::string_view name);

// The threads of the execution, if a schedule names threads.
void note_threads(const Execution& execution);
// Whether the gate there is new.
bool note_gate_at(std::string_view name, const void* gate);

}  // namespace mcheck
