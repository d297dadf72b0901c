// SPDX-License-Identifier: MIT
// The host's side of <mcheck/program.hpp>: which programs there are, and what they are given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <mcheck/program.hpp>

namespace mcheck {

using detail::RegisteredProgram;

// In order of registration; null if there is none.
[[nodiscard]] const RegisteredProgram* first_program();

// Called by the host, between explorations: the words live outside of what is put back.
// REQUIRES: !on_model_thread().
void set_arguments(std::vector<std::string> words);

// The test whose executions run, or ran last; "" before the first.
void set_running_test(const char* name);
[[nodiscard]] std::string_view running_test();

// How a test asks to be searched, where the request says neither a strategy nor a bound.
struct SearchWish {
  std::string strategy;  // "" for the default
  int bound = -1;
  std::uint64_t executions = 0;  // 0: any number
  std::uint64_t steps = 0;       // counts if it is higher than the request's
};
void set_wish(const std::string& test, SearchWish wish);
// Null if it asks for nothing.
[[nodiscard]] const SearchWish* wish_of(std::string_view test);

// Whether the search reduces: schedules that differ in the order of independent steps only are
// one to it.
void leave_schedules_out(bool on);
[[nodiscard]] bool leaves_schedules_out();

}  // namespace mcheck
