// SPDX-License-Identifier: MIT
// A random program, given by its seed and the number of independent operations in between:
// tests/support/generators/long_traces.hpp.
#include "tests/support/generators/long_traces.hpp"

#include <atomic>
#include <cstdlib>
#include <thread>

int main(int count, char** words) {
  if (count != 3) return 2;
  const long_traces::Plan plan = long_traces::random_plan(std::strtoull(words[1], nullptr, 10));
  static long_traces::Runs<std::atomic, std::thread> run(
      plan, static_cast<unsigned>(std::strtoul(words[2], nullptr, 10)));
  run();
}
