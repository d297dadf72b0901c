// SPDX-License-Identifier: MIT
// The options that a schedule carries, because they change what its choices mean.
#pragma once

#include <string>

#include "engine/trace/protocol/schedule.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/search/program_client.hpp"

namespace mcheck::command {

// The options that the schedule was found with.
void take_options(const Schedule& schedule, options& search);
// What all schedules of a search share.
[[nodiscard]] Schedule base_schedule_for(const Invocation& invocation, const ProgramInfo& program,
                                         const std::string& test);

}  // namespace mcheck::command
