// SPDX-License-Identifier: MIT
// A checked program that was started without the command: it explores its tests by itself, prints a
// plain report and exits 0, 1, 2, 3 or 4, so that CTest can run it as it is.
#pragma once

#include <string>

namespace mcheck {

int run_by_hand(const std::string& program, int count, char** words);

}  // namespace mcheck
