// SPDX-License-Identifier: MIT
// The tests that are registered in this executable, by name, and the words that are said where one
// is asked for that is not there.
#pragma once

#include <string>
#include <vector>

#include "engine/host/exploration.hpp"
#include "engine/model/program.hpp"

namespace mcheck {

// Throws UsageError: no test of that name. An empty name is the only test, or the first.
[[nodiscard]] const RegisteredProgram& find_test(const std::string& program,
                                                 const std::string& name);

// The test that a schedule names, and the schedule. Throws UsageError.
struct ToReplay {
  const RegisteredProgram* test = nullptr;
  Schedule schedule;
};
[[nodiscard]] ToReplay find_schedule(const std::string& program, const std::string& token);

// Gives the program its arguments and lets it prepare.
[[nodiscard]] Subject subject_of(const std::string& program, const RegisteredProgram& test,
                                 const std::vector<std::string>& arguments);

// With what the test asks for itself, where the request says nothing else about the search.
[[nodiscard]] options as_wished(options how, const RegisteredProgram& test);

// What the schedule itself says about the options.
[[nodiscard]] options with_schedule(options how, const Schedule& schedule);

}  // namespace mcheck
