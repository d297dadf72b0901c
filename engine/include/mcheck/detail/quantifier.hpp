// SPDX-License-Identifier: MIT
// What a test claims of the executions that follow its schedule (<mcheck/gates.hpp>).
#pragma once

namespace mcheck {

enum class quantifier : unsigned char {
  for_all,      // each of them passes
  for_some,     // one of them passes
  exactly_one,  // there is only one, up to the order of independent operations, and it passes
};

}  // namespace mcheck
