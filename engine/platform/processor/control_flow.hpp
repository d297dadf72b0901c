// SPDX-License-Identifier: MIT
// Where the processor goes after a machine instruction: to the next one, or elsewhere.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcheck {

struct ControlFlow {
  enum class Kind {
    kNext,          // calls, too: they return
    kBranch,        // to the next one, or to the target
    kJump,          // to the target
    kComputedJump,  // to an address in a register or in memory
    kReturn,        // to the caller, or nowhere
  };
  Kind kind = Kind::kNext;
  std::ptrdiff_t target = 0;  // relative to the beginning of the instruction
};

// Of the instruction that `code` is, in 64-bit mode.
[[nodiscard]] ControlFlow control_flow_of(std::string_view code);

}  // namespace mcheck
