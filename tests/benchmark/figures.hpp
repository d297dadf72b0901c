// SPDX-License-Identifier: MIT
// Two benchmark programs: one explores in its own process, the other starts processes. The latter
// is small, because memory that a process used before exec counts to its peak.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace benchmarks {

// Registers all benchmarks. BIN is the directory of the programs.
void add_figures(const std::string& bin, bool smoke);

}  // namespace benchmarks
