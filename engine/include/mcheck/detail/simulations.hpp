// SPDX-License-Identifier: MIT
// The interface between mcheck and a program whose main() calls simulations, each of which is a
// test of its own. `mcheck c++` links the functions; elsewhere they are null.
#pragma once

#include <cstddef>

extern "C" {

// One simulation of the program. Static; mcheck writes `next`.
struct mcheck_simulation {
  const char* name;  // as C++ writes the type: order_test<1>
  std::size_t length;
  mcheck_simulation* next;
};

// How a call in main() prefers to be searched.
struct mcheck_simulation_wish {
  const char* strategy;           // "" for the default
  int bound;                      // below 0: none
  unsigned long long executions;  // 0: any number
  unsigned long long steps;       // ignored if lower than mcheck's own limit
  unsigned threads;
  const char* expected;  // a failure, in words; "" for none
};

enum mcheck_simulation_task : int {
  mcheck_simulation_skip,  // another simulation is selected
  mcheck_simulation_run,
  mcheck_simulation_look,  // run no thread: mcheck lists the simulations, before all executions
};

// Called in a static initialiser: registers the simulation.
__attribute__((weak)) void mcheck_simulation_exists(mcheck_simulation* simulation);
// Called when main() reaches it.
__attribute__((weak)) mcheck_simulation_task mcheck_simulation_begins(
    const mcheck_simulation* simulation, const mcheck_simulation_wish* wish);
// It reads its state after each step, so a reduction would leave something out.
__attribute__((weak)) void mcheck_simulation_looks(const mcheck_simulation* simulation);
// Each value from 0 to count - 1 is tried.
__attribute__((weak)) int mcheck_simulation_chooses(int count);
}
