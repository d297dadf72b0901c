// SPDX-License-Identifier: MIT
// Which events schedules name, which of them threads have reached, and which gates they have used,
// in all executions so far: a misspelt name forces nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

void note_named_event(std::string_view name);
void note_reached_event(std::string_view name);

// Named by a schedule, and never reached.
[[nodiscard]] std::vector<std::string> unreached_events();

// The same of gates in the code: one that no thread waits at forces nothing.
void note_opened_gate(std::string_view name);
void note_waited_gate(std::string_view name);
[[nodiscard]] std::vector<std::string> gates_without_waits();
[[nodiscard]] std::vector<std::string> gates_without_openings();

// Two gates that have one name at the same time. Whether the gate there is new; and such a name.
bool note_gate_at(std::string_view name, const void* gate);
void note_ambiguous_gate(std::string_view name);
[[nodiscard]] std::vector<std::string> ambiguous_gates();

}  // namespace mcheck
