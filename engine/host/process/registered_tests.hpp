// SPDX-License-Identifier: MIT
// The tests that this executable registers, found by name or by schedule, and the messages for a
// name or schedule that matches none.
#pragma once

#include <string>
#include <vector>

#include "engine/host/search/exploration.hpp"
#include "engine/model/program.hpp"

namespace mcheck {

// Throws UsageError if no test has that name. An empty name means the first test.
[[nodiscard]] const RegisteredProgram& find_test(const std::string& program,
                                                 const std::string& name);

// The test that a schedule names, and the schedule. Throws UsageError.
struct ReplayTarget {
  const RegisteredProgram* test = nullptr;
  Schedule schedule;
};
[[nodiscard]] ReplayTarget find_schedule(const std::string& program, const std::string& token);

// Passes the program its arguments and lets it prepare.
[[nodiscard]] Subject subject_of(const std::string& program, const RegisteredProgram& test,
                                 const std::vector<std::string>& arguments);

// With the search that the test asks for, where the request does not say otherwise.
[[nodiscard]] options with_test_options(options how, const RegisteredProgram& test);

// The strategy that the test is to be explored by, or "".
[[nodiscard]] std::string preferred_strategy(const RegisteredProgram& test);

// With the options that the schedule records.
[[nodiscard]] options with_schedule(options how, const Schedule& schedule);

}  // namespace mcheck
