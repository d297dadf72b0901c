// SPDX-License-Identifier: MIT
// The output of `mcheck gate`: a line for each kernel when it ends, details of unexpected results,
// and a summary.
#pragma once

#include <string>

#include "visualize/exchange/suite.hpp"

namespace mcheck::command {

struct GateStyle {
  std::size_t name_columns = 20;
  bool coloured = false;
};

[[nodiscard]] std::string gate_line(const SuiteCase& each, const GateStyle& style);

// "gate: 22 of 24 as expected, 1 failed, 1 warning, 20 from the cache; 3.2 s"
[[nodiscard]] std::string gate_summary(const Suite& suite, const GateStyle& style);

}  // namespace mcheck::command
