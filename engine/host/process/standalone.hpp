// SPDX-License-Identifier: MIT
// A checked program that was started without the command: it explores its tests itself, prints a
// plain report and exits with 0, 1, 2, 3 or 4, so that CTest can run it directly.
#pragma once

#include <string>

namespace mcheck {

int run_standalone(const std::string& program, int argc, char** argv);

}  // namespace mcheck
