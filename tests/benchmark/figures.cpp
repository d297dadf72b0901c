// SPDX-License-Identifier: MIT
// All costs in one run. Machines differ, and one machine differs over time; ratios to a coroutine's
// round trip vary less. docs/performance.md contains the results.
//
//   benchmark_engine BIN [--smoke] [--benchmark_…]
//   benchmark_programs, the same
#include "tests/benchmark/figures.hpp"

#include <cstdio>
#include <exception>
#include <string>

int main(int count, char** words) try {
  benchmark::Initialize(&count, words);
  if (count < 2) {
    std::fprintf(stderr, "usage: %s BIN [--smoke] [--benchmark_…]\n", words[0]);
    return 2;
  }
  const bool smoke = count > 2;
  benchmarks::add_figures(words[1], smoke);
  benchmark::RunSpecifiedBenchmarks();
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s: %s\n", words[0], error.what());
  return 1;
}
