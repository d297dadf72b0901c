// SPDX-License-Identifier: MIT
// mcheck convert-sleeps: orders of events in the place of the sleeps of a test.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/search/program_client.hpp"

namespace mcheck::command {

// Returns the exit code: 0 if the sleeps can go, 1 if the test fails although they order it, 3 if
// no orders were found.
[[nodiscard]] int convert_sleeps(const Invocation& invocation, ProgramInfo program,
                                 const std::vector<std::string>& tests);

}  // namespace mcheck::command
