// SPDX-License-Identifier: MIT
// Programs whose main() calls simulations (<mcheck/detail/simulations.hpp>): each simulation is a
// test, which runs main() without the other simulations. What main() does before belongs to each
// test.
//
// Before the first execution a copy of the process runs main() once, without any thread, to find
// the simulations that it reaches, and the search options that each of them requests.
#pragma once

#include "engine/memory/startup/entry.hpp"

namespace mcheck {

// Registers a test with this body for each simulation, and runs main(). False: there is no
// simulation.
[[nodiscard]] bool register_simulations(Main main, int count, char** argv, void (*body)());

// In an execution, before main(): makes the end of the process a failure if main() has not reached
// its simulation by then.
void require_simulation();

}  // namespace mcheck
