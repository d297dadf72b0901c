// SPDX-License-Identifier: MIT
// A program whose main() calls simulations, each of which is a test of its own: what the program
// and mcheck say to each other. The functions come with `mcheck c++`; elsewhere they are null.
#pragma once

#include <cstddef>

extern "C" {

// One simulation of the program. Static; mcheck writes `next`.
struct mcheck_simulation {
  const char* name;  // as C++ writes the type: order_test<1>
  std::size_t length;
  mcheck_simulation* next;
};

// How a call in main() asks to have it searched.
struct mcheck_simulation_wish {
  const char* strategy;           // "" for the default
  int bound;                      // below 0: none
  unsigned long long executions;  // 0: any number
  unsigned long long steps;       // a limit that is lower than mcheck's own does not count
  unsigned threads;
  const char* expected;  // a failure, in words; "" for none
};

enum mcheck_simulation_task : int {
  mcheck_simulation_skip,  // it is not its turn
  mcheck_simulation_run,
  mcheck_simulation_look,  // run no thread: mcheck asks what there is, before all executions
};

// In a static initialiser: the program has this one.
__attribute__((weak)) void mcheck_simulation_exists(mcheck_simulation* simulation);
// In main(), which comes to it.
__attribute__((weak)) mcheck_simulation_task mcheck_simulation_begins(
    const mcheck_simulation* simulation, const mcheck_simulation_wish* wish);
// It looks at its state after each step, so that a reduction would leave something out.
__attribute__((weak)) void mcheck_simulation_looks(const mcheck_simulation* simulation);
// Each value from 0 to count - 1 is tried.
__attribute__((weak)) int mcheck_simulation_chooses(int count);
}
