// SPDX-License-Identifier: MIT
// Whether the engine sees what a program does: functions of the C library lead here, code of the
// program calls the hooks, and a lost update that is known to be there is found. If not, real
// threads may run unseen, and every program would be verified.
#pragma once

#include <string>

#include "engine/host/self_examination.hpp"

namespace mcheck {

// One more file of the program was compiled with -fsanitize=thread.
void count_instrumented_file();
[[nodiscard]] unsigned instrumented_files();

// Why the engine is blind; empty: it is not. A glance takes microseconds.
[[nodiscard]] std::string blind_because(Depth depth);

}  // namespace mcheck
