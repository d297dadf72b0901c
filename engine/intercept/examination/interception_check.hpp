// SPDX-License-Identifier: MIT
// Checks that mcheck intercepts the program: functions of the C library lead to the engine, code of
// the program calls the hooks, and a search finds a lost update that is there on purpose. Otherwise
// real threads may run unnoticed, and every program would be verified.
#pragma once

#include <string>

#include "engine/host/self_check/self_check.hpp"

namespace mcheck {

// Counts one more file of the program that was compiled with -fsanitize=thread.
void count_instrumented_file();
[[nodiscard]] unsigned instrumented_file_count();

// Why the engine does not intercept the program; empty: it does. A glance takes microseconds.
[[nodiscard]] std::string interception_failure(Depth depth);

}  // namespace mcheck
