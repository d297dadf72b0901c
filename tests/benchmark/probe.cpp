// SPDX-License-Identifier: MIT
// Measures programs for scripts.
//
//   benchmark_probe                 a coroutine's round trip here, in ns
//   benchmark_probe PROGRAM WORDS…  processor seconds, seconds, peak memory in kB, and from the
//                                   JSON report executions, restored and re-run steps
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "tests/benchmark/child.hpp"
#include "tests/benchmark/round_trip.hpp"

int main(int count, char** words) try {
  if (count == 1) {
    std::printf("%.1f\n", benchmarks::round_trip(1'000'000));
    return 0;
  }
  const std::vector<std::string> command(words + 1, words + count);
  const benchmarks::Cost cost = benchmarks::run(command, {});
  std::printf("%.6f %.6f %.0f %.0f %.0f %.0f\n", cost.processor, cost.elapsed, cost.peak / 1024,
              cost.number("executions"), cost.number("restored_steps"), cost.number("rerun_steps"));
} catch (const std::exception& error) {
  std::fprintf(stderr, "benchmark_probe: %s\n", error.what());
  return 1;
}
