// SPDX-License-Identifier: MIT
// Orders of steps as the text of a schedule file.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "programs/mcheck/emit/step_orders.hpp"

namespace mcheck::command {

// The first statement of a file.
inline constexpr const char* kScheduleVersion = "schedule 1\n";

// Without the version and comments at its beginning: a line for each step, in the order of
// steps_of(); then a line for each order. Each step is a location of its own: thread,
// operation, object and function, and the time if the thread does the same more than once.
[[nodiscard]] std::string gates_text(const StepOrders& found, const std::vector<StepOrder>& orders);

// The most orders of a schedule file, each with two events (engine/model/forced_schedule.hpp).
inline constexpr std::size_t kMaxEvents = 32;
[[nodiscard]] std::set<std::size_t> steps_of(const std::vector<StepOrder>& orders);

}  // namespace mcheck::command
