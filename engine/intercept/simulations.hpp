// SPDX-License-Identifier: MIT
// Programs whose main() calls simulations (<mcheck/detail/simulations.hpp>): each of them is a
// test, which runs main() with all others left out. What main() sets up before is part of each.
//
// Before the first execution a copy of the process runs main() once, without any thread, to learn
// which simulations it comes to, and how it wants them searched.
#pragma once

#include "engine/world/entry.hpp"

namespace mcheck {

// Registers a test for each simulation, which is that body, and runs main(). False: there is none.
[[nodiscard]] bool register_simulations(Main main, int count, char** words, void (*body)());

// In an execution, before main(): at the end of the process fails it unless main() has come to its
// simulation.
void require_simulation();

}  // namespace mcheck
