// SPDX-License-Identifier: MIT
// What `mcheck synth` prints about a class: the test that fails, as a scenario in columns, and the
// orders of its calls that were tried; or how much was covered.
#pragma once

#include <string>
#include <vector>

#include "programs/mcheck/synth/class_search.hpp"

namespace mcheck::command {

// A call with what it gave back in the failing execution; "" if that is unknown.
struct ScenarioCall {
  std::string text;
  std::string result;
  int thread = 0;  // from 1; 0 before the threads, -1 after them
};

[[nodiscard]] std::vector<ScenarioCall> scenario_of(const ClassFinding& finding);

// A call with its result: "pop() -> 1".
[[nodiscard]] std::string call_line(const std::string& call, const std::string& result);

// Lines, each with its line end.
[[nodiscard]] std::string scenario_text(const std::vector<ScenarioCall>& calls);
[[nodiscard]] std::string orders_text(const ClassFinding& finding, const std::string& reference);
// "214 tests of 3 threads at most, all explored completely; 45 of 45 pairs of operations".
[[nodiscard]] std::string coverage_text(const ClassOutcome& outcome);

}  // namespace mcheck::command
