// SPDX-License-Identifier: MIT
// The host's side of <mcheck/program.hpp>: the registered programs, their arguments, and how a test
// prefers to be searched.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <mcheck/program.hpp>

namespace mcheck {

using detail::RegisteredProgram;

// In order of registration; null: there is none.
[[nodiscard]] const RegisteredProgram* first_program();

// Called by the host between explorations: the words are in memory that is not restored. REQUIRES:
// !on_model_thread().
void set_arguments(std::vector<std::string> words);

// The test whose executions run, or ran last; "" before the first.
void set_running_test(const char* name);
[[nodiscard]] std::string_view running_test();

// How a test prefers to be searched if the request names neither a strategy nor a bound.
struct SearchPreference {
  std::string strategy;  // "" for the default
  int bound = -1;
  std::uint64_t executions = 0;  // 0: any number
  std::uint64_t steps = 0;       // used if it is higher than the request's
};
void set_search_preference(const std::string& test, SearchPreference preference);
// Null: it has no preference.
[[nodiscard]] const SearchPreference* search_preference_of(std::string_view test);

// Whether the search uses a reduction, which does not distinguish schedules that differ in the
// order of independent steps only.
void set_reducing(bool on);
[[nodiscard]] bool is_reducing();

}  // namespace mcheck
