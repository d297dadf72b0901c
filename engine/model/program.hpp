// SPDX-License-Identifier: MIT
// The host's side of <mcheck/program.hpp>: which programs there are, and what they are given.
#pragma once

#include <string>
#include <vector>

#include <mcheck/program.hpp>

namespace mcheck {

using detail::RegisteredProgram;

// In order of registration; null if there is none.
[[nodiscard]] const RegisteredProgram* first_program();

// Called by the host, between explorations: the words live outside of what is put back.
// REQUIRES: !on_model_thread().
void set_arguments(std::vector<std::string> words);

}  // namespace mcheck
