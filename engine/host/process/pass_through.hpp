// SPDX-License-Identifier: MIT
// Runs an unmodified program once, without checking it, under MCHECK_PASS_THROUGH=1: for programs
// that a build runs, to generate code or to test the system. Streams, clocks and exit status are
// the real ones.
#pragma once

namespace mcheck {

// The exit code as a shell reports it: 134 after a failure, 139 after a crash.
[[nodiscard]] int run_pass_through(int argc, char** argv);

}  // namespace mcheck
