// SPDX-License-Identifier: MIT
// An unmodified program that is just to run, with MCHECK_PASS_THROUGH=1: one that a build runs, to
// generate code or to try the system. One execution, with the real streams, clocks and exit status.
#pragma once

namespace mcheck {

// As a shell tells how the program ended: 134 where it failed, 139 where it crashed.
[[nodiscard]] int run_through(int count, char** words);

}  // namespace mcheck
