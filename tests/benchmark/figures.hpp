// SPDX-License-Identifier: MIT
// What is measured, by two programs: one explores in its own process, and one starts others. That
// one is small: what a process had before it became another counts as its peak memory.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace benchmarks {

// Registers all of them. BIN is where the programs lie.
void add_figures(const std::string& bin, bool smoke);

}  // namespace benchmarks
