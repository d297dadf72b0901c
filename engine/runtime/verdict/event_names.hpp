// SPDX-License-Identifier: MIT
// Which events schedules name, and which threads have reached, in all executions so far: a misspelt
// name forces nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

void note_named_event(std::string_view name);
void note_reached_event(std::string_view name);

// Named by a schedule, and never reached.
[[nodiscard]] std::vector<std::string> unreached_events();

}  // namespace mcheck
